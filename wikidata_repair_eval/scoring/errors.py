"""Why a proposal cannot be scored: it counts as invalid, with the reason, and the run goes on."""


class InvalidProposal(Exception):
    """The proposal is malformed, or cannot be done in the case's state; the text says why."""


def shortened(value: object, longest: int = 80) -> str:
    """A value as it may stand in a reason: hostile ones are long."""
    text = value if isinstance(value, str) else repr(value)[: longest * 4]
    return text if len(text) <= longest else f"{text[:longest]}..."
