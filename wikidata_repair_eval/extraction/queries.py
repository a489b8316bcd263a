"""The SPARQL of the ground truth. Prefixes are written out: not every query service declares them."""

_PREFIXES = """\
PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wikibase: <http://wikiba.se/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
"""

# `wdt:` would give best ranks only and lose precision and unit; novalue has no `ps:` triple, hence OPTIONAL.
STATEMENTS = (
    _PREFIXES
    + """\
SELECT ?st ?prop ?type ?rank ?v ?precision ?calendar ?unit ?geo WHERE {
  wd:%QID% ?claim ?st .
  ?prop wikibase:claim ?claim ; wikibase:statementProperty ?ps ; wikibase:statementValue ?psv ;
        wikibase:propertyType ?type .
  ?st wikibase:rank ?rank .
  FILTER(?type NOT IN (wikibase:ExternalId, wikibase:CommonsMedia, wikibase:Url, wikibase:GeoShape,
                       wikibase:TabularData, wikibase:Math))
  OPTIONAL { ?st ?ps ?v }
  OPTIONAL {
    ?st ?psv ?node .
    OPTIONAL { ?node wikibase:timePrecision ?precision }
    OPTIONAL { ?node wikibase:timeCalendarModel ?calendar }
    OPTIONAL { ?node wikibase:quantityUnit ?unit }
    OPTIONAL { ?node wikibase:geoPrecision ?geo }
  }
}"""
)

QUALIFIERS = (
    _PREFIXES
    + """\
SELECT ?st ?prop ?v WHERE {
  wd:%QID% ?claim ?st .
  ?main wikibase:claim ?claim .
  ?st ?pq ?v .
  ?prop wikibase:qualifier ?pq .
}"""
)

LABELS = (
    _PREFIXES
    + """\
SELECT ?item ?kind ?text WHERE {
  VALUES ?item { %IDS% }
  { ?item rdfs:label ?text . BIND("label" AS ?kind) }
  UNION
  { ?item skos:altLabel ?text . BIND("alias" AS ?kind) }
  FILTER(LANG(?text) IN ("en", "mul"))
}"""
)
