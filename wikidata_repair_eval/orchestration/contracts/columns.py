"""Arrow types and column tables that every group of artifacts uses."""

from collections.abc import Mapping

import dagster as dg
import pyarrow as pa

from wikidata_repair_eval.artifacts import Artifact

TEXT, NUMBER, FLAG, FRACTION = pa.string(), pa.int64(), pa.bool_(), pa.float64()
TEXTS = pa.list_(TEXT)


def column_schema(artifact: Artifact, part: str = "") -> dg.TableSchema:
    """The columns of a Parquet artifact, for the UI."""
    fields = artifact.schemas[part]
    return dg.TableSchema([dg.TableColumn(field.name, str(field.type)) for field in fields])


def described_columns(columns: Mapping[str, str]) -> dg.TableSchema:
    """The fields of JSON records, for the UI."""
    return dg.TableSchema([dg.TableColumn(name, description=about) for name, about in columns.items()])
