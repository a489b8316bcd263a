"""Running the wiki's patterns: translated once, remembered, and never for longer than a moment.

A pattern that the wiki would refuse is a malformed constraint; one that we cannot run, or that does not end
in time, leaves the question open.
"""

from functools import lru_cache

import regex  # type: ignore[import-untyped]

from wikidata_repair_eval.constraints.errors import BadParameters, Unknown
from wikidata_repair_eval.constraints.pcre import InvalidPattern, UnsupportedPattern, translate
from wikidata_repair_eval.constraints.vocabulary import REGEX

SECONDS = 0.25
# A catastrophic pattern meets thousands of values: after so many timeouts it is not tried again.
PATIENCE = 4
LONGEST_PATTERN = 10_000


class _Runner:
    """One compiled pattern and how often it failed to end in time."""

    __slots__ = ("compiled", "timeouts")

    def __init__(self, compiled: "regex.Pattern[str]") -> None:
        self.compiled, self.timeouts = compiled, 0

    def run(self, text: str) -> bool:
        if self.timeouts >= PATIENCE:
            raise Unknown("The regular expression took too long on other values and is not tried again.")
        try:
            return self.compiled.search(text, timeout=SECONDS) is not None
        except TimeoutError:
            self.timeouts += 1
            raise Unknown("The regular expression did not end within {0} seconds.", SECONDS) from None


def matches(pattern: str, text: str) -> bool:
    """Whether the whole text matches; BadParameters or Unknown if that cannot be said."""
    runner = _runner(pattern)
    if isinstance(runner, _Runner):
        return _remembered(runner, text)
    if isinstance(runner, InvalidPattern):
        raise BadParameters(REGEX, f"is no valid regular expression: {runner}")
    raise Unknown("The regular expression cannot be run here: {0}.", str(runner))


@lru_cache(maxsize=65536)
def _remembered(runner: _Runner, text: str) -> bool:
    return runner.run(text)


@lru_cache(maxsize=4096)
def _runner(pattern: str) -> _Runner | InvalidPattern | UnsupportedPattern:
    if len(pattern) > LONGEST_PATTERN:
        return UnsupportedPattern(f"it is longer than {LONGEST_PATTERN} characters")
    try:
        return _Runner(regex.compile(translate(pattern), regex.VERSION1))
    except (InvalidPattern, UnsupportedPattern) as problem:
        return problem
    except regex.error as error:
        return InvalidPattern(str(error))
    except (RecursionError, OverflowError, MemoryError) as error:
        return UnsupportedPattern(f"it is too large ({type(error).__name__})")
