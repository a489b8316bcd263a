"""JSON Schemas of records, from their models, in the dialect that validators expect."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas_of(models: Mapping[str, type[BaseModel]]) -> dict[str, dict[str, Any]]:
    """Name -> schema, by name. Field names are those of the files, not of the code."""
    return {name: schema_of(name, model) for name, model in sorted(models.items())}


def schema_of(name: str, model: type[BaseModel]) -> dict[str, Any]:
    return {"$schema": DIALECT, "$id": f"{name}.schema.json", **model.model_json_schema(by_alias=True)}
