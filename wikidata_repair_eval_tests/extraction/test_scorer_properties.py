"""What holds of every score, whatever is scored."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from wikidata_repair_eval.extraction.name_index import StatementIndex
from wikidata_repair_eval.extraction.names import MATCH, name_of, similarity
from wikidata_repair_eval.extraction.records import Statement
from wikidata_repair_eval.extraction.values import prepare, said
from wikidata_repair_eval_tests.extraction.build_cases import amount, counts, point, score, text, thing, time

SUBJECTS = st.sampled_from(["ex:Marie_Curie", "Marie Curie", "ex:Pierre_Curie"])
SAYINGS = st.sampled_from(
    [
        ("pgc:hasOccupation", "physicist"),
        ("pgc:hasOccupation", "wd:Q169470"),
        ("pgc:hasOccupation", "chemist"),
        ("pgc:hasOccupation", "painter"),
        ("pgc:birthDate", "1867"),
        ("pgc:birthDate", "1867-11-07"),
        ("pgc:birthDate", "1934-07-04"),
        ("pgc:elevation", "8849 m"),
        ("geo:lat", "48.8566"),
        ("geo:lat", "33.0"),
        ("geo:long", "2.3522"),
        ("geo:long", "99.0"),
        ("rel:childOf", "Władysław"),
        ("ex:likes", "cycling"),
    ]
)
TRIPLES = st.lists(
    st.builds(lambda s, po, c: [s, *po, c], SUBJECTS, SAYINGS, st.sampled_from([0.3, 0.9])), max_size=9
)
STATEMENTS = st.lists(
    st.sampled_from(
        [
            thing("Q169470", "physicist"),
            thing("Q593644", "chemist", "chemical scientist"),
            time("1867-11-07T00:00:00Z"),
            time("1867-01-01T00:00:00Z", 9),
            amount("8848.86", "Q11573"),
            point(2.3522, 48.8566),
            point(99.0, 33.0),
            thing("Q1", "Władysław", pid="P22"),
            thing("Q1", "Władysław", pid="P25"),
            text("something", pid="P99999"),
        ]
    ),
    max_size=7,
)
WRONG = ["ex:Marie_Curie", "pgc:hasOccupation", "certainly not this", 0.9]
OTHER_SCRIPTS = st.text(
    st.characters(categories=["Lo"], min_codepoint=0x0590, max_codepoint=0x9FFF), min_size=1, max_size=6
)


@settings(max_examples=60, deadline=None)
@given(TRIPLES, STATEMENTS, st.randoms(use_true_random=False))
def test_counts_do_not_depend_on_the_order_of_triples_or_statements(triples, statements, random):
    expected = counts(score(triples, *statements))
    shuffled, others = list(triples), list(statements)
    random.shuffle(shuffled)
    random.shuffle(others)
    assert counts(score(shuffled, *others)) == expected


@settings(max_examples=60, deadline=None)
@given(TRIPLES, STATEMENTS)
def test_every_triple_and_every_statement_is_counted_once(triples, statements):
    result = score(triples, *statements)
    kinds = ("tp", "fp", "novel", "off_subject", "redundant", "below_confidence", "merged")
    assert sum(result[kind] for kind in kinds) == len(triples)
    assert result["tp"] + result["fn"] == len(statements)
    assert len({statement for _, statement in result["pairs"]}) == result["tp"] <= len(statements)


@settings(max_examples=60, deadline=None)
@given(TRIPLES, STATEMENTS)
def test_a_wrong_triple_never_raises_precision_and_never_changes_recall(triples, statements):
    before, after = score(triples, *statements), score([*triples, WRONG], *statements)
    assert after["fp"] == before["fp"] + 1
    assert after["precision"] <= (1.0 if before["precision"] is None else before["precision"])
    assert after["recall"] == before["recall"]


@settings(max_examples=300, deadline=None)
@given(OTHER_SCRIPTS, OTHER_SCRIPTS)
def test_no_text_in_a_non_latin_script_matches_a_different_text(one, other):
    same = _plain(one) == _plain(other)
    assert (similarity(name_of(one), name_of(other)) >= MATCH) is same


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=12), st.text(max_size=12))
def test_likeness_of_names_is_symmetric_and_within_bounds(one, other):
    there, back = similarity(name_of(one), name_of(other)), similarity(name_of(other), name_of(one))
    assert there == back
    assert 0 <= there <= 1


COUNTED = st.sampled_from(["the", "saint", "st", "second", "2nd", "ii", "2", "xi"])
NAMED = st.sampled_from(["curie", "currie", "maria", "marie", "einstein", "einstien", "physicist", "東京"])
PHRASES = st.lists(COUNTED | NAMED, min_size=1, max_size=4).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(PHRASES, PHRASES)
def test_the_index_finds_every_statement_that_a_comparison_would_match(one, other):
    truth = prepare(Statement("P166", "Q1", "wikibaseitem", other))
    found = StatementIndex({0: truth}).candidates(said(one))
    assert bool(found) >= (truth.compare(said(one)) > 0)


def _plain(value: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())
