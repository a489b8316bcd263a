"""What the plain protocol rule would have answered: the latest change of the property in seven days.

If the property's statements did not change in the window, the latest change of P2302 does. It stands beside
the proof, so that both can be compared; it never decides anything.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from wikidata_repair_eval.forensics.case import Case
from wikidata_repair_eval.forensics.records import AboxTarget, ActionName, ProtocolAttribution, TboxTarget
from wikidata_repair_eval.forensics.targets import action_over
from wikidata_repair_eval.forensics.texts import Texts, Unreadable
from wikidata_repair_eval.forensics.tracks import Step
from wikidata_repair_eval.net.revision import Revision
from wikidata_repair_eval.wikibase import Malformed, RevisionText, statements_signature


def attribution_of(case: Case, texts: Texts) -> ProtocolAttribution | None:
    return _on_the_item(case, texts) or _on_the_property(case)


def with_agreement(
    found: ProtocolAttribution | None, target: AboxTarget | TboxTarget, qid: str
) -> ProtocolAttribution | None:
    """Whether it names the proven edit, or another one of the same session."""
    if found is None:
        return None
    if isinstance(target, TboxTarget):
        agrees = found.track == "T_BOX" and found.property_revision_id == target.property_revision_id
    else:
        same = found.revision_id in target.session_revision_ids
        agrees = found.track == "A_BOX" and target.entity == qid and same
    return found.model_copy(update={"agrees_with_proof": agrees})


def _on_the_item(case: Case, texts: Texts) -> ProtocolAttribution | None:
    track = case.tracks.get(case.qid)
    if track is None or track.trouble:
        return None
    steps = track.steps(case.windows.protocol)
    known = [(step.revision, _statements(case, texts, step)) for step in steps]
    readable = [(revision, found) for revision, found in known if found is not None]
    for (_, old), (revision, new) in reversed(list(pairwise(readable))):
        if revision is not None and statements_signature(old) != statements_signature(new):
            return _attribution(revision, action_over(old, new))
    return None


def _attribution(revision: Revision, done: ActionName) -> ProtocolAttribution:
    return ProtocolAttribution(
        track="A_BOX",
        revision_id=revision.revid,
        property_revision_id=None,
        timestamp=revision.timestamp,
        action=done,
        agrees_with_proof=None,
    )


def _on_the_property(case: Case) -> ProtocolAttribution | None:
    changes = case.definitions.changes(case.windows.protocol)[1:]
    revisions = [step.revision for step in changes if step.revision is not None]
    if not revisions:
        return None
    return ProtocolAttribution(
        track="T_BOX",
        revision_id=None,
        property_revision_id=revisions[-1].revid,
        timestamp=revisions[-1].timestamp,
        action="UPDATE",
        agrees_with_proof=None,
    )


def _statements(case: Case, texts: Texts, step: Step) -> Sequence[Any] | None:
    """The property's statements at a step; None where they cannot be read (hidden, redirect)."""
    if step.kind == "absent":
        return []
    text = texts.text(step.revision.revid) if step.revision else Unreadable("")
    if isinstance(text, Unreadable):
        return None
    try:
        return RevisionText(text).statements(case.definitions.property_id)
    except (Malformed, AttributeError, KeyError, TypeError, ValueError):
        return None
