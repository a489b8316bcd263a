"""Unit conversions as the units' own pages state them (P2370), looked up through a context when asked for."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from wikidata_repair_eval.constraints.context import MISSING, Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.quantities import Conversion, quantity_of
from wikidata_repair_eval.constraints.subjects import Subject
from wikidata_repair_eval.wikibase import is_entity_id

SI_CONVERSION = "P2370"


class UnitPages(Mapping[str, Conversion]):
    """For `UnitTable`; a unit whose page is unknown leaves the check open, one without P2370 is not there."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def __getitem__(self, unit: str) -> Conversion:
        found = self._context.entity(unit) if is_entity_id(unit) else MISSING
        if found is None:
            raise Unknown("How {0} converts is not known.", unit)
        for statement in found.best(SI_CONVERSION) if isinstance(found, Subject) else ():
            quantity = quantity_of(statement["mainsnak"])
            if quantity is not None and quantity.amount > Decimal(0):
                return Conversion(quantity.amount, quantity.unit)
        raise KeyError(unit)

    def __iter__(self) -> Iterator[str]:
        return iter(())  # nobody can list the units of the world

    def __len__(self) -> int:
        return 0
