"""Records by id that wait on disk until they are asked for: joins files whose orders differ."""

from collections.abc import Iterable, Mapping
from tempfile import TemporaryFile
from types import TracebackType
from typing import Any, Self

import orjson


class Shelf:
    """Holds ids and places in memory, and the records in a temporary file that vanishes with it."""

    def __init__(self, records: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - closed by `close`, when the shelf is left
        self._places: dict[str, tuple[int, int]] = {}
        for name, record in records:
            data = orjson.dumps(record)
            self._places[name] = (self._file.tell(), len(data))
            self._file.write(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def get(self, name: str) -> dict[str, Any] | None:
        """The record of that id, or None."""
        if name not in self._places:
            return None
        offset, length = self._places[name]
        self._file.seek(offset)
        record: dict[str, Any] = orjson.loads(self._file.read(length))
        return record
