"""The data model of Wikibase, exact to the last qualifier: read it, compare it, write it back unchanged.

Pure: no network, no files, nothing of ours imported. The public names are the ones listed here.
"""

from wikidata_repair_eval.wikibase.actions import Action, action, values_of
from wikidata_repair_eval.wikibase.canonical_entities import canonical_entity
from wikidata_repair_eval.wikibase.datavalues import parse_datavalue, to_datavalue
from wikidata_repair_eval.wikibase.diffs import changed_properties, statement_ops
from wikidata_repair_eval.wikibase.edit_sessions import RevisionNotListed, edit_sessions, session_of
from wikidata_repair_eval.wikibase.edit_summaries import EditSummary, parse_summary
from wikidata_repair_eval.wikibase.entities import (
    Entity,
    Missing,
    Parsed,
    Redirect,
    entities_of,
    entity_of,
    parse_entity,
)
from wikidata_repair_eval.wikibase.errors import (
    Malformed,
    MalformedEntity,
    MalformedId,
    MalformedValue,
    PartNotLoaded,
)
from wikidata_repair_eval.wikibase.ids import (
    entity_type,
    guid_from_node_url,
    id_from_title,
    id_from_url,
    is_entity_id,
    normalise_guid,
    normalise_id,
    numeric_part,
    sort_key,
    title_of,
)
from wikidata_repair_eval.wikibase.ranks import best_rank, not_deprecated, rank_of
from wikidata_repair_eval.wikibase.rendering import render_datavalue, render_id, render_snak, render_value
from wikidata_repair_eval.wikibase.revision_text import RevisionText
from wikidata_repair_eval.wikibase.signatures import (
    claims_signature,
    constraint_signature,
    entity_signature,
    property_signature,
    statements_signature,
    terms_signature,
)
from wikidata_repair_eval.wikibase.snaks import Snak
from wikidata_repair_eval.wikibase.statements import Reference, Statement
from wikidata_repair_eval.wikibase.values import (
    EntityIdValue,
    GlobeCoordinateValue,
    MonolingualTextValue,
    QuantityValue,
    StringValue,
    TimeValue,
    UnsupportedValue,
    Value,
)

__all__ = [
    "Action",
    "EditSummary",
    "Entity",
    "EntityIdValue",
    "GlobeCoordinateValue",
    "Malformed",
    "MalformedEntity",
    "MalformedId",
    "MalformedValue",
    "Missing",
    "MonolingualTextValue",
    "Parsed",
    "PartNotLoaded",
    "QuantityValue",
    "Redirect",
    "Reference",
    "RevisionNotListed",
    "RevisionText",
    "Snak",
    "Statement",
    "StringValue",
    "TimeValue",
    "UnsupportedValue",
    "Value",
    "action",
    "best_rank",
    "canonical_entity",
    "changed_properties",
    "claims_signature",
    "constraint_signature",
    "edit_sessions",
    "entities_of",
    "entity_of",
    "entity_signature",
    "entity_type",
    "guid_from_node_url",
    "id_from_title",
    "id_from_url",
    "is_entity_id",
    "normalise_guid",
    "normalise_id",
    "not_deprecated",
    "numeric_part",
    "parse_datavalue",
    "parse_entity",
    "parse_summary",
    "property_signature",
    "rank_of",
    "render_datavalue",
    "render_id",
    "render_snak",
    "render_value",
    "session_of",
    "sort_key",
    "statement_ops",
    "statements_signature",
    "terms_signature",
    "title_of",
    "to_datavalue",
    "values_of",
]
