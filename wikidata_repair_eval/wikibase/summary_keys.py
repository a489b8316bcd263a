"""The keys of automatic edit summaries and what an edit under each can touch. A table, not a parser.

`main`: statements; the summary names their property. `qualifier`: a statement's qualifier; the summary names
the qualifier's property and not the statement's. `terms`, `sitelinks`: no statement is touched. `anything`:
the summary does not tell, statements included. A key is looked up as it stands, then without its last part:
`wbsetclaim-update-rank` is found under `wbsetclaim`. A key that is not listed can touch anything.
"""

from typing import Literal

Touches = Literal["main", "qualifier", "terms", "sitelinks", "anything"]

TOUCHES: dict[str, Touches] = {
    "wbcreateclaim": "main",
    "wbsetclaim": "main",
    "wbsetclaimvalue": "main",
    "wbremoveclaims": "main",
    "wbsetstatementrank": "main",
    "wbsetreference": "main",
    "wbremovereferences": "main",
    "wbeditentity-statements-single-property": "main",
    "wbsetqualifier": "qualifier",
    "wbremovequalifiers": "qualifier",
    "wbsetlabel": "terms",
    "wbsetdescription": "terms",
    "wbsetaliases": "terms",
    "wbsetlabeldescriptionaliases": "terms",
    "wbeditentity-update-languages": "terms",
    "wbeditentity-update-languages-short": "terms",
    "wbsetsitelink": "sitelinks",
    "wblinktitles": "sitelinks",
    "clientsitelink": "sitelinks",
    # All of these hide statements among what they change.
    "wbeditentity": "anything",
    "wbeditentity-update": "anything",
    "wbeditentity-create": "anything",
    "wbeditentity-override": "anything",
    "wbeditentity-update-languages-and-other": "anything",
    "wbeditentity-update-languages-and-other-short": "anything",
    "wbeditentity-statements-multiple-properties": "anything",
    "special-create": "anything",
    "undo": "anything",
    "restore": "anything",
    "wbmergeitems": "anything",
    "wblmergelexemes": "anything",
    "wbcreateredirect": "anything",
}


def touches(key: str | None) -> Touches:
    """What an edit with this key can touch; without a key, or with an unknown one, anything."""
    while key:
        if key in TOUCHES:
            return TOUCHES[key]
        key = key.rpartition("-")[0]
    return "anything"
