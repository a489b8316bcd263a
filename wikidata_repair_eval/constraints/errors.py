"""Why a constraint cannot be judged, one class per status that follows from it.

BadParameters: the definition is malformed (`bad_parameters`). Unknown: the definition is fine, but what the
check needs is not known, or cannot be computed (`todo`). Both stay inside this room: `decisions` turns them
into verdicts.
"""

from typing import Any

from wikidata_repair_eval.constraints.verdicts import Verdict, todo


class BadParameters(Exception):
    """A parameter of the P2302 statement is missing, repeated or of the wrong kind."""

    def __init__(self, parameter: str, problem: str) -> None:
        super().__init__(parameter, problem)

    @property
    def parameter(self) -> str:
        return str(self.args[0])

    @property
    def problem(self) -> str:
        return str(self.args[1])

    def __str__(self) -> str:
        return f"{self.parameter} {self.problem}"

    def verdict(self) -> Verdict:
        return Verdict(
            "bad_parameters", "The constraint is malformed: {0} {1}.", (self.parameter, self.problem)
        )


class Unknown(Exception):
    """The check needs something that nobody could tell it."""

    def __init__(self, template: str, *parts: Any) -> None:
        super().__init__(template, *parts)

    def verdict(self) -> Verdict:
        template, *parts = self.args
        return todo(str(template), *parts)
