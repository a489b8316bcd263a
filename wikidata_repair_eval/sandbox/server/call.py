"""One request to the action API while it is being answered, and how much of an answer still fits."""

from dataclasses import dataclass, field
from typing import Any

from wikidata_repair_eval.sandbox.server.catalogue import Catalogue
from wikidata_repair_eval.sandbox.server.parameters import Parameters

JsonObject = dict[str, Any]
Continuation = dict[str, str | int]

RESULT_BYTES = 8 * 1024 * 1024


@dataclass(slots=True)
class Call:
    """What every module of the action API gets."""

    catalogue: Catalogue
    parameters: Parameters
    version: int
    base_url: str
    client: str
    result_bytes: int = RESULT_BYTES
    error_format: str = "bc"
    limits: dict[str, int] = field(default_factory=dict)
    _size: int = 0

    def fits(self, size: int) -> bool:
        """Take `size` bytes of the answer, unless that is too much. The first piece always fits: an answer
        that never moves on would keep a faithful client asking for ever."""
        if self._size and self._size + size > self.result_bytes:
            limit = f"{self.result_bytes:,}"
            text = "This result was truncated because it would otherwise be larger than the limit of"
            self.parameters.warn("result", f"{text} {limit} bytes.")
            return False
        self._size += size
        return True
