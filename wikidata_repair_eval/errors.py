"""Errors that every room may raise. Network failures have a tree of their own in `net.errors`."""


class InputError(Exception):
    """Input we cannot use: which file, where in it, what is wrong, what to do."""

    def __init__(self, file: str, place: str, problem: str, fix: str) -> None:
        super().__init__(file, place, problem, fix)  # all four, so it survives pickling between processes

    def __str__(self) -> str:
        return "{}, {}: {}. Fix: {}.".format(*self.args)


class SetupError(Exception):
    """The program is not set up for what was asked (a missing contact, a switched-off service)."""

    def __init__(self, problem: str, fix: str) -> None:
        super().__init__(problem, fix)

    def __str__(self) -> str:
        return "{}. Fix: {}.".format(*self.args)
