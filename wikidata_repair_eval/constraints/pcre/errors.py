"""Why a pattern cannot be translated: the wiki would refuse it, or only we do not know how."""


class InvalidPattern(Exception):
    """PCRE would not compile it: the definition is at fault."""


class UnsupportedPattern(Exception):
    """PCRE would run it, but we know no equivalent: the answer is unknown."""
