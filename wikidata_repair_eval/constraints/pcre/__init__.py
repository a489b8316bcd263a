"""The regular expressions of the wiki (PCRE2 as PHP runs it, in UTF mode) for the `regex` package.

`translate` refuses what PCRE refuses (InvalidPattern) and says so where it knows no equivalent
(UnsupportedPattern). Running patterns, with a time limit, is not done here.
"""

from wikidata_repair_eval.constraints.pcre.errors import InvalidPattern, UnsupportedPattern
from wikidata_repair_eval.constraints.pcre.patterns import translate

__all__ = ["InvalidPattern", "UnsupportedPattern", "translate"]
