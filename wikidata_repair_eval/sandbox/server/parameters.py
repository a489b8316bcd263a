"""Parameters of one action API request: typed reading, limits, and what nobody read.

Knows nothing of any module; a module reads its own through `Parameters.of`. Reading marks a parameter as
known, so a module reads all of its parameters before it may return early.
"""

from collections.abc import Collection, Mapping

from wikidata_repair_eval.sandbox.server.api_errors import ApiError, bad_value
from wikidata_repair_eval.sandbox.server.times import compact, parse_timestamp

VALUES_PER_PARAMETER = 50
MAX_LIMIT = 500


class Parameters:
    """All parameters of a request. `warnings` maps a module to its sentences."""

    def __init__(self, values: Mapping[str, str], now: str) -> None:
        self._values = values
        self._read: set[str] = set()
        self.now = now
        self.warnings: dict[str, list[str]] = {}

    def of(self, module: str, prefix: str = "") -> "ModuleParameters":
        return ModuleParameters(self, module, prefix)

    def get(self, name: str) -> str | None:
        self._read.add(name)
        return self._values.get(name)

    def warn(self, module: str, text: str) -> None:
        sentences = self.warnings.setdefault(module, [])
        if text not in sentences:
            sentences.append(text)

    def warn_about_unread(self) -> None:
        unread = [name for name in self._values if name not in self._read]
        if unread:
            plural = "s" if len(unread) > 1 else ""
            self.warn("main", f"Unrecognized parameter{plural}: {', '.join(unread)}.")


class ModuleParameters:
    """The parameters of one module, named without the module's prefix."""

    def __init__(self, parameters: Parameters, module: str, prefix: str) -> None:
        self._parameters = parameters
        self._module = module
        self._prefix = prefix

    def name(self, name: str) -> str:
        return self._prefix + name

    def warn(self, text: str) -> None:
        self._parameters.warn(self._module, text)

    def text(self, name: str) -> str | None:
        return self._parameters.get(self.name(name))

    def flag(self, name: str) -> bool:
        """A boolean is true when it is there, whatever it says."""
        return self.text(name) is not None

    def choice(self, name: str, allowed: Collection[str], default: str) -> str:
        value = self.text(name)
        if value is not None and value not in allowed:
            raise bad_value(self.name(name), value)
        return default if value is None else value

    def integer(self, name: str) -> int | None:
        value = self.text(name)
        if value is None:
            return None
        try:
            return int(value)
        except ValueError:
            text = f'Invalid value "{value}" for integer parameter "{self.name(name)}".'
            raise ApiError("badinteger", text) from None

    def timestamp(self, name: str) -> str | None:
        value = self.text(name)
        if value is None:
            return None
        found = parse_timestamp(value, self._parameters.now)
        if found is None:
            text = f'Invalid value "{value}" for timestamp parameter "{self.name(name)}".'
            raise ApiError("badtimestamp", text)
        return found

    def values(self, name: str) -> list[str] | None:
        """Values between bars, or after U+001F where a value may hold a bar; at most 50."""
        value = self.text(name)
        if value is None:
            return None
        parts = value[1:].split("\x1f") if value.startswith("\x1f") else value.split("|")
        distinct = list(dict.fromkeys(part for part in parts if part))
        if len(distinct) > VALUES_PER_PARAMETER:
            limit = VALUES_PER_PARAMETER
            text = f'Too many values supplied for parameter "{self.name(name)}". The limit is {limit}.'
            raise ApiError("toomanyvalues", text, {"limit": limit, "lowlimit": limit, "highlimit": 500})
        return distinct

    def choices(self, name: str, allowed: Collection[str], default: Collection[str] = ()) -> set[str]:
        """Unknown values are dropped with a warning: they never fail a request."""
        values = self.values(name)
        if values is None:
            return set(default)
        if values == ["*"]:
            return set(allowed)
        unknown = [value for value in values if value not in allowed]
        if unknown:
            plural = "s" if len(unknown) > 1 else ""
            self.warn(f'Unrecognized value{plural} for parameter "{self.name(name)}": {", ".join(unknown)}.')
        return {value for value in values if value in allowed}

    def integers(self, name: str) -> list[int] | None:
        values = self.values(name)
        if values is None:
            return None
        for value in values:
            if not value.lstrip("-").isdecimal():
                text = f'Invalid value "{value}" for integer parameter "{self.name(name)}".'
                raise ApiError("badinteger", text)
        return [int(value) for value in values]

    def limit(self, default: int = 10, maximum: int = MAX_LIMIT) -> int:
        """`max` is the maximum; a number outside the range is moved into it, with a warning."""
        if self.text("limit") == "max":
            return maximum
        asked = self.integer("limit")
        if asked is None:
            return default
        if not 1 <= asked <= maximum:
            name = self.name("limit")
            self.warn(f'The value "{asked}" for parameter "{name}" must be between 1 and {maximum}.')
        return min(max(asked, 1), maximum)

    def position(self, name: str = "continue") -> tuple[str, int] | None:
        """A continuation such as `20250901100000|111`, as (timestamp, id)."""
        value = self.text(name)
        if value is None:
            return None
        when, _, number = value.partition("|")
        found = parse_timestamp(when, self._parameters.now) if len(when) == 14 else None
        if found is None or not number.isdecimal():
            raise bad_continue()
        return found, int(number)


def bad_continue() -> ApiError:
    return ApiError("badcontinue", "Invalid continue param. Pass the value of the previous query unchanged.")


def position_text(timestamp: str, number: int) -> str:
    return f"{compact(timestamp)}|{number}"
