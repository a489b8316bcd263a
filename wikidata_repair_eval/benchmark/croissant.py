"""`croissant.json`: the release described in MLCommons' Croissant 1.0, so that tools find their way."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from wikidata_repair_eval.benchmark.card import About
from wikidata_repair_eval.benchmark.flat import NESTED, PLAIN

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"
REQUIRED = ("@context", "@type", "name", "description", "license", "url", "conformsTo", "version")
_TABLE = "cases.parquet"
_KINDS = {
    pa.string(): "sc:Text",
    pa.int64(): "sc:Integer",
    pa.bool_(): "sc:Boolean",
    pa.float64(): "sc:Float",
}
_FORMATS = {
    ".parquet": "application/x-parquet",
    ".jsonl": "application/jsonlines",
    ".json": "application/json",
}
_ABOUT_FILES = {
    "cases.parquet": "The cases as a table; nested columns are JSON text.",
    "cases.jsonl": "The cases, one JSON object per line.",
    "diagnostic.jsonl": "Proven repairs that are no cases, each with its reason.",
    "splits.json": "Ids by split and part.",
}
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataBiases": "cr:dataBiases",
    "dataCollection": "cr:dataCollection",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "personalSensitiveInformation": "cr:personalSensitiveInformation",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def croissant(about: About, sums: Mapping[str, str]) -> dict[str, Any]:
    """The description; `sums` are the checksums of the data files. Files are named, never linked."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": "wikidata_repair_eval",
        "description": "Proven repairs of Wikidata constraint violations, with the frozen graph around them.",
        "version": about.version,
        "license": LICENCE,
        "url": about.homepage,
        "conformsTo": CONFORMS_TO,
        "citeAs": f"wikidata_repair_eval, release {about.version}",
        "datePublished": about.frozen_at or "1970-01-01",
        "isLiveDataset": about.version.endswith("-dev"),
        "personalSensitiveInformation": "Names of editors and edit comments are left out.",
        "distribution": [_file(name, digest) for name, digest in sorted(sums.items())],
        "recordSet": [_records()],
    }


def problems_of(description: Mapping[str, Any]) -> list[str]:
    """What is missing or would make a reader fetch something, in words; for those without mlcroissant."""
    found = [f"{name} is missing" for name in REQUIRED if not description.get(name)]
    for file in description.get("distribution", ()):
        if "://" in file.get("contentUrl", "://"):
            found.append(f"{file.get('name')}: contentUrl must be a file of the release")
        if len(file.get("sha256", "")) != 64:
            found.append(f"{file.get('name')}: no SHA-256")
    if not description.get("recordSet"):
        found.append("there is no record set")
    return found


def _file(name: str, digest: str) -> dict[str, Any]:
    suffix = name[name.rindex(".") :]
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "description": _ABOUT_FILES[name],
        "contentUrl": name,
        "encodingFormat": _FORMATS[suffix],
        "sha256": digest,
    }


def _records() -> dict[str, Any]:
    plain = [_field(name, told, _KINDS[kind]) for name, (kind, _, told) in PLAIN.items()]
    nested = [_field(name, f"{told} (JSON text)", "sc:Text") for name, told in NESTED.items()]
    return {
        "@type": "cr:RecordSet",
        "@id": "cases",
        "name": "cases",
        "description": "One case per row.",
        "key": {"@id": "cases/id"},
        "field": [*plain, *nested],
    }


def _field(name: str, told: str, kind: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"cases/{name}",
        "name": name,
        "description": told,
        "dataType": kind,
        "source": {"fileObject": {"@id": _TABLE}, "extract": {"column": name}},
    }
