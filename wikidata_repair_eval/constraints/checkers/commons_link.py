"""Q21510852: the value names an existing page on Wikimedia Commons, in the namespace P2307."""

from wikidata_repair_eval.constraints.context import Context
from wikidata_repair_eval.constraints.errors import Unknown
from wikidata_repair_eval.constraints.model import Constraint
from wikidata_repair_eval.constraints.parameters import read_namespace
from wikidata_repair_eval.constraints.snaks import STRING, content_of, has_value
from wikidata_repair_eval.constraints.subjects import Use
from wikidata_repair_eval.constraints.verdicts import COMPLIANCE, NOTHING_TO_CHECK, Verdict, violation

_SPACE = " \t\n\r\0\x0b"
_PREFIXED = frozenset({"geo-shape", "tabular-data"})  # these values already carry their namespace


def check(use: Use, constraint: Constraint, context: Context) -> Verdict:
    namespace = constraint.reading(read_namespace)
    if not has_value(use.snak):
        return NOTHING_TO_CHECK
    title = content_of(use.snak, STRING)
    if not isinstance(title, str):
        return violation("The value {0} of {1} is not a string.", use.snak, use.property)
    if title != title.replace("_", "").replace("%20", "").strip(_SPACE):
        return violation("{0} is not a well-formed page title.", use.snak)
    page = _page(use, title, namespace, context)
    return page if isinstance(page, Verdict) else _existence(use, page, context)


def _page(use: Use, title: str, namespace: str, context: Context) -> str | Verdict:
    datatype = use.snak.get("datatype") or context.datatype(use.property)
    if datatype is None:
        raise Unknown("The datatype of {0} is not known.", use.property)
    if datatype not in _PREFIXED:
        return f"{namespace}:{title}" if namespace else title
    if title.startswith(f"{namespace}:"):
        return title
    return violation("{0} does not begin with the namespace {1}.", use.snak, namespace)


def _existence(use: Use, page: str, context: Context) -> Verdict:
    known = context.commons_title(page)
    if known is None:
        raise Unknown("Whether Commons has the page {0} is not known.", page)
    if known is False:
        return violation("{0} of {1} is no page on Commons.", use.snak, use.property)
    return COMPLIANCE
