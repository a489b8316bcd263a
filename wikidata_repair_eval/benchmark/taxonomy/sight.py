"""What a solver can see before a repair: the item, the edited entity, who is one hop away, and who two.

The state before the repair comes first; the frozen layers fill in what it does not hold, with their own later
day, and without what the repair itself put there. An entity nobody stored is unknown, not empty.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from wikidata_repair_eval.benchmark.taxonomy.change import Change
from wikidata_repair_eval.benchmark.taxonomy.layers import (
    Mentions,
    edges_of,
    frozen_day,
    frozen_nodes,
)
from wikidata_repair_eval.benchmark.taxonomy.nodes import Fact, Node, Text, node_of

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sight:
    """Nodes by id, and how far each is from the item."""

    focus: tuple[str, ...]
    nodes: Mapping[str, Node]
    near: tuple[str, ...]
    far: tuple[str, ...]
    mentions: Mentions
    class_edges: tuple[tuple[str, str], ...]
    day: str | None
    missing: tuple[str, ...]

    def own(self) -> Iterator[Node]:
        return (self.nodes[one] for one in self.focus if one in self.nodes)

    def neighbours(self) -> Iterator[Node]:
        return (self.nodes[one] for one in self.near if one in self.nodes)

    def distant(self) -> Iterator[Node]:
        return (self.nodes[one] for one in self.far if one in self.nodes)

    def names_of(self, entity_id: str | None) -> frozenset[str]:
        """All names under which an entity is known, in any language."""
        if entity_id is None:
            return frozenset()
        known = self.nodes[entity_id].names if entity_id in self.nodes else set()
        return frozenset(known | {text.text for text in self.mentions.of(entity_id) if text.names})

    @property
    def unseen(self) -> list[str]:
        """Neighbours of which nothing is known but their id."""
        return [one for one in self.near if one not in self.nodes]


def sight_of(repair: Raw, change: Change, state: Raw | None, world: Raw | None) -> Sight:
    nodes = _all_nodes(repair, change, state, world)
    focus = tuple(dict.fromkeys((change.entity, str(repair["qid"]))))
    companions = set((state or {}).get("companions") or ())
    near = _near(nodes, focus, change) | (companions - set(focus))
    near |= _along_edges(nodes, focus, change, world)
    far = _far(nodes, set(focus) | near)
    mentions = Mentions(world)
    _add_mentions(nodes, (*focus, *near, *far), mentions, frozen_day(world))
    return Sight(
        focus=focus,
        nodes=nodes,
        near=tuple(sorted(near)),
        far=tuple(sorted(far)),
        mentions=mentions,
        class_edges=tuple((child, parent) for child, parent in (state or {}).get("class_edges") or ()),
        day=(state or {}).get("as_of") or frozen_day(world),
        missing=tuple(_missing(nodes, focus, state, world)),
    )


def _all_nodes(repair: Raw, change: Change, state: Raw | None, world: Raw | None) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for node in _pre_repair(state):
        found.setdefault(node.id, node)
    moment = repair["repair_target"].get("timestamp")
    for entity_id, read in frozen_nodes(world):
        if entity_id not in found:
            found[entity_id] = _without_repair(_dated(read(), moment), change)
    return found


def _dated(node: Node, moment: str | None) -> Node:
    """An entity that nobody edited since is as it was before the repair."""
    unchanged = moment is not None and node.as_of is not None and node.as_of < moment
    return replace(node, later=not unchanged)


def _pre_repair(state: Raw | None) -> Iterator[Node]:
    if not state:
        return
    as_of = state.get("as_of")
    for raw in (state.get("entity"), *(state.get("neighbours") or {}).values()):
        node = node_of(raw, "pre_repair", as_of)
        if node is not None:
            yield node


def _without_repair(node: Node, change: Change) -> Node:
    """A later state of the edited entity says what the repair said: that is no evidence of it."""
    if node.id != change.entity or not node.later:
        return node
    facts = tuple(fact for fact in node.facts if fact.statement != change.edited_property)
    texts = tuple(text for text in node.texts if not _is_term(text, change.term))
    return replace(node, facts=facts, texts=texts)


def _is_term(text: Text, term: str | None) -> bool:
    return term is not None and f"{text.kind}s/{text.language}".replace("aliass", "aliases") == term


def _add_mentions(found: dict[str, Node], ids: Iterable[str], mentions: Mentions, day: str | None) -> None:
    """Entities that the layers know by name only; whoever is known better keeps the better texts."""
    for entity_id in ids:
        known = found.get(entity_id)
        if known is not None and (known.whole or known.texts):
            continue
        texts = mentions.of(entity_id)
        if texts:
            found[entity_id] = Node(entity_id, "frozen", day, False, texts, later=True)


def _near(nodes: Mapping[str, Node], focus: tuple[str, ...], change: Change) -> set[str]:
    """Who the item and the edited entity point to, and who pointed to them before the repair."""
    found = {said.entity for said in change.old if said.entity}
    answers = {said.entity for said in change.added if said.entity}
    for one in focus:
        if one in nodes:
            found |= nodes[one].targets
    for node in nodes.values():
        # We know the page of an answer only because of the repair: nothing leads a solver there.
        if node.source == "pre_repair" and node.id not in answers and node.targets & set(focus):
            found.add(node.id)
    return {str(one) for one in found} - set(focus)


def _along_edges(
    nodes: Mapping[str, Node], focus: tuple[str, ...], change: Change, world: Raw | None
) -> set[str]:
    """The frozen edges, where nothing older tells whom the item points to; not those under repair."""
    ego = focus[-1]
    if ego in nodes and nodes[ego].source == "pre_repair":
        return set()
    repaired = change.edited_property if change.entity == ego else None
    targets = {str(edge["target_qid"]) for edge in edges_of(world) if edge.get("property_id") != repaired}
    return targets - set(focus)


def _far(nodes: Mapping[str, Node], seen: set[str]) -> set[str]:
    found: set[str] = set()
    for one in seen:
        if one in nodes:
            found |= nodes[one].targets
    return found - seen


def _missing(
    nodes: Mapping[str, Node], focus: tuple[str, ...], state: Raw | None, world: Raw | None
) -> Iterator[str]:
    if not state or not state.get("entity"):
        yield "no state before the repair is stored"
    if not world:
        yield "no frozen layers are stored, so neighbours are known only as far as the constraint named them"
    for one in focus:
        if one not in nodes or not nodes[one].whole:
            yield f"the statements of {one} are not known"


def own_facts(sight: Sight, change: Change) -> Iterator[tuple[Node, Fact]]:
    """The facts of the item and the edited entity, without the values under repair."""
    for node in sight.own():
        for fact in node.facts:
            if not _under_repair(node, fact, change):
                yield node, fact


def _under_repair(node: Node, fact: Fact, change: Change) -> bool:
    return node.id == change.entity and fact.place == "statement" and fact.property == change.edited_property
