"""What can be wrong with wiki data, one class per decision of the caller.

MalformedId: this text names no entity. MalformedValue: skip or show this one value. MalformedEntity: this
document cannot be used. PartNotLoaded: nothing is wrong, but the answer left out what you want; ask for it.
Errors of files, commands and the network live in their own rooms.
"""


class Malformed(ValueError):
    """Wiki data we cannot read: where it stands, what is wrong, what to do about it."""

    def __init__(self, place: str, problem: str, fix: str) -> None:
        super().__init__(place, problem, fix)  # all three, so it survives pickling between processes

    @property
    def place(self) -> str:
        return str(self.args[0])

    @property
    def problem(self) -> str:
        return str(self.args[1])

    @property
    def fix(self) -> str:
        return str(self.args[2])

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}. Fix: {self.fix}."


class MalformedId(Malformed):
    """The text is not the id of an entity or statement."""


class MalformedValue(Malformed):
    """One datavalue contradicts its own type; the rest of the entity is still readable."""


class MalformedEntity(Malformed):
    """The document is no entity in any dialect we read."""


class PartNotLoaded(MalformedEntity):
    """The entity came without this part, so its content is unknown, which is not the same as empty."""
