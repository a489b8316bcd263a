"""The artifacts of CONTRACTS section 2: their file names, how they are read and written, and their lineage.

Plain Python, so that a notebook reads a partition without Dagster. What goes in is decided elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any

import orjson
import yaml
from upath import UPath

from wikidata_repair_eval import __version__
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import (
    json_bytes,
    json_lines,
    read_json_lines,
    read_json_object,
    sha256_of,
    sha256_of_bytes,
    write_atomically,
    write_json_array,
    write_json_lines,
    write_json_object,
)

if TYPE_CHECKING:
    import pyarrow as pa

WHOLE = "all"  # the lineage name of an artifact without partitions


@dataclass(frozen=True, slots=True)
class Artifact:
    """One asset's files under the data directory; `{partition}` stands for the partition key.

    `files` maps a part's name to its file; an artifact of one file has the one part "". `objects` are the
    parts that are one JSON object with a member for each record; other `.json` streams are arrays.
    """

    name: str
    files: Mapping[str, str]
    made_from: tuple[str, ...] = ()
    schemas: Mapping[str, "pa.Schema"] = field(default_factory=dict)
    objects: frozenset[str] = frozenset()

    @property
    def partitioned(self) -> bool:
        return any("{partition}" in file for file in self.files.values())

    def paths(self, partition: str | None) -> dict[str, str]:
        """Relative path of every part."""
        return {part: file.format(partition=partition) for part, file in self.files.items()}


@dataclass(frozen=True, slots=True)
class Saved:
    """What was written: relative paths and checksums, in the order of the parts."""

    files: tuple[tuple[str, str], ...]

    @property
    def path(self) -> str:
        return self.files[0][0]

    @property
    def sha256(self) -> str:
        return self.files[0][1]


@dataclass(frozen=True, slots=True)
class ArtifactStore:
    """Reads and writes artifacts under one data directory (any fsspec address)."""

    data_dir: str
    source: str

    def save(
        self,
        artifact: Artifact,
        partition: str | None,
        value: Any,
        *,
        upstream: Iterable[Mapping[str, str]] = (),
        parameters: Mapping[str, Any] | None = None,
        code_version: str = "1",
    ) -> Saved:
        """Write every part, then the lineage, which makes them count: `is_whole` sees a kill in between."""
        files = []
        for part, path in artifact.paths(partition).items():
            content = value[part] if part else value
            data = encode(path, content, artifact.schemas.get(part))
            write_atomically(self._path(path), data)
            files.append((path, sha256_of_bytes(data)))
        saved = Saved(tuple(files))
        origin = {"upstream": upstream, "parameters": parameters or {}, "code_version": code_version}
        self._write_lineage(artifact, partition, saved, origin)
        return saved

    def save_stream(
        self,
        artifact: Artifact,
        partition: str | None,
        streams: Mapping[str, Iterable[Any]],
        *,
        upstream: Iterable[Mapping[str, str]] = (),
    ) -> Saved:
        """Stream records into JSON arrays, objects and JSON Lines, part by part, whatever their number."""
        files = []
        for part, path in artifact.paths(partition).items():
            write: Callable[[UPath, Iterable[Any]], str] = write_json_array
            if path.endswith(".jsonl"):
                write = write_json_lines
            elif part in artifact.objects:
                write = write_json_object
            files.append((path, write(self._path(path), streams[part])))
        saved = Saved(tuple(files))
        self._write_lineage(artifact, partition, saved, {"upstream": upstream, "code_version": "1"})
        return saved

    def lines(self, artifact: Artifact, partition: str | None, part: str = "") -> Iterator[Any]:
        """The records of a JSON Lines part, one at a time."""
        path = self._path(artifact.paths(partition)[part])
        _refuse_absent(path)
        return read_json_lines(path)

    def members(self, artifact: Artifact, partition: str | None, part: str = "") -> Iterator[tuple[str, Any]]:
        """Names and records of a part that is one JSON object, one at a time."""
        path = self._path(artifact.paths(partition)[part])
        _refuse_absent(path)
        return read_json_object(path)

    def adopt(
        self,
        artifact: Artifact,
        partition: str | None,
        *,
        upstream: Iterable[Mapping[str, str]] = (),
        parameters: Mapping[str, Any] | None = None,
    ) -> Saved:
        """Record the lineage of files that something else has put in their place, whole."""
        paths = artifact.paths(partition).values()
        saved = Saved(tuple((path, sha256_of(self._path(path))) for path in paths))
        origin = {"upstream": upstream, "parameters": parameters or {}, "code_version": "1"}
        self._write_lineage(artifact, partition, saved, origin)
        return saved

    def load(self, artifact: Artifact, partition: str | None) -> Any:
        """The value of one partition: a DataFrame, an object or a list of records, or a dict of its parts."""
        paths = artifact.paths(partition)
        values = {part: decode(self._path(path)) for part, path in paths.items()}
        return values[""] if set(values) == {""} else values

    def load_part(self, artifact: Artifact, partition: str | None, part: str) -> Any:
        """The value of one part alone."""
        return decode(self._path(artifact.paths(partition)[part]))

    def rows(self, artifact: Artifact, partition: str | None, part: str = "") -> list[dict[str, Any]]:
        """The rows of a Parquet part as plain Python values (a DataFrame would turn lists into arrays)."""
        path = self._path(artifact.paths(partition)[part])
        rows: list[dict[str, Any]] = _read_table(path).to_pylist()
        return rows

    def is_whole(self, artifact: Artifact, partition: str | None) -> bool:
        """Are all parts there, and are they the ones that were written together?"""
        record = self.lineage(artifact, partition)
        if record is None:
            return False
        return all(self._matches(file["path"], file["sha256"]) for file in record["files"])

    def _matches(self, relative: str, sha256: str) -> bool:
        path = self._path(relative)
        return path.exists() and sha256_of(path) == sha256

    def exists(self, artifact: Artifact, partition: str | None) -> bool:
        return all(self._path(path).exists() for path in artifact.paths(partition).values())

    def lineage(self, artifact: Artifact, partition: str | None) -> dict[str, Any] | None:
        """What is recorded about one partition, or None where nothing was made yet."""
        path = self._lineage_path(artifact, partition)
        if not path.exists():
            return None
        record: dict[str, Any] = orjson.loads(path.read_bytes())
        return record

    def upstream(self, artifact: Artifact, partitions: Iterable[str | None]) -> Iterator[dict[str, str]]:
        """Path and checksum of these partitions, as the lineage of what is made from them wants them."""
        for partition in partitions:
            record = self.lineage(artifact, partition)
            for file in record["files"] if record else ():
                yield {"path": file["path"], "sha256": file["sha256"]}

    def _write_lineage(
        self,
        artifact: Artifact,
        partition: str | None,
        saved: Saved,
        origin: Mapping[str, Any],
    ) -> None:
        record = {
            "path": saved.path,
            "sha256": saved.sha256,
            "files": [{"path": path, "sha256": sha256} for path, sha256 in saved.files],
            "upstream": sorted((dict(one) for one in origin["upstream"]), key=lambda one: one["path"]),
            "parameters": dict(origin.get("parameters", {})),
            "code_version": origin["code_version"],
            "source": self.source,
            "tool_version": __version__,
        }
        write_atomically(self._lineage_path(artifact, partition), json_bytes(record, indent=True))

    def _path(self, relative: str) -> UPath:
        return UPath(self.data_dir) / relative

    def _lineage_path(self, artifact: Artifact, partition: str | None) -> UPath:
        return self._path(f"lineage/{artifact.name}/{partition or WHOLE}.json")


def encode(path: str, value: Any, schema: "pa.Schema | None" = None) -> bytes:
    """The bytes of a value for a file of this name."""
    if path.endswith(".json"):
        return json_bytes(value)
    if path.endswith(".jsonl"):
        return json_lines(value)
    if path.endswith(".parquet"):
        return _parquet_bytes(value, schema)
    raise ValueError(f"no way to write {path!r}")


def decode(path: UPath) -> Any:
    """The value in a file; a file that is absent, cut or broken is refused by name."""
    if path.suffix == ".json":
        return _decode_json(path, _bytes_of(path))
    if path.suffix == ".jsonl":
        _refuse_absent(path)
        return list(read_json_lines(path))
    if path.suffix == ".parquet":
        return _read_table(path).to_pandas()
    if path.suffix == ".yaml":
        return yaml.safe_load(_bytes_of(path))
    raise ValueError(f"no way to read {path}")


def _bytes_of(path: UPath) -> bytes:
    _refuse_absent(path)
    return path.read_bytes()


def _refuse_absent(path: UPath) -> None:
    if not path.exists():
        raise InputError(str(path), "the file", "it is not there", "materialize its asset first")


def _decode_json(path: UPath, data: bytes) -> Any:
    try:
        if not data.endswith(b"\n"):
            raise orjson.JSONDecodeError("the last line has no end", "", len(data))
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise InputError(
            str(path), "the file", f"this is not JSON ({error})", "make the file again"
        ) from None


def _read_table(path: UPath) -> Any:
    import pyarrow as pa  # slow to import, and many commands never read a table
    import pyarrow.parquet as pq

    try:
        return pq.read_table(BytesIO(_bytes_of(path)))
    except pa.ArrowException as error:
        problem = f"this is not a whole Parquet file ({error})"
        raise InputError(str(path), "the file", problem, "make the file again") from None


def _parquet_bytes(value: Any, schema: "pa.Schema | None") -> bytes:
    """Rows (dicts) or a DataFrame as zstd Parquet; without pandas' own metadata, which names versions."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if isinstance(value, list):
        table = pa.Table.from_pylist(value, schema=schema)
    else:
        table = pa.Table.from_pandas(value, schema=schema, preserve_index=False)
    sink = BytesIO()
    pq.write_table(table.replace_schema_metadata(None), sink, compression="zstd")
    return sink.getvalue()
