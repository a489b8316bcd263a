import pytest

from wikidata_repair_eval.forensics.windows import Agenda, Limits, Window, windows_of
from wikidata_repair_eval_tests.forensics.stories import asked, moment


def test_items_go_by_data_dates_and_constraints_by_publication() -> None:
    """Trap 20: the page's save time is not the moment of the fix."""
    windows = windows_of(asked(), Limits())
    assert windows is not None
    assert windows.items == Window(moment("03-01"), moment("03-11"))
    assert windows.definition == Window(moment("03-02"), moment("03-12"))
    assert windows.protocol == Window(moment("03-05"), moment("03-12"))


@pytest.mark.parametrize(
    ("dates", "items"),
    [
        pytest.param((None, None), ("03-02", "03-12"), id="no dates: publication"),
        pytest.param((None, "03-11"), ("03-02", "03-11"), id="no old date: the old publication"),
        pytest.param(("03-01", None), ("03-01", "03-12"), id="no new date: the new publication"),
        pytest.param(("03-11", "03-01"), ("03-02", "03-12"), id="dates in the wrong order are no dates"),
        pytest.param(("03-01", "03-13"), ("03-02", "03-12"), id="data newer than the report is no date"),
    ],
)
def test_without_usable_data_dates_publication_counts(dates: tuple[str, str], items: tuple[str, str]) -> None:
    old, new = (date and moment(date) for date in dates)
    windows = windows_of(asked(data_date_old=old, data_date_new=new), Limits())
    assert windows is not None
    assert windows.items == Window(*(moment(date) for date in items))


def test_reports_weeks_apart_are_looked_at_as_a_whole() -> None:
    """Trap 23: a look back of seven days misses the repair."""
    far = asked(published_old=moment("01-02"), data_date_old=moment("01-01"))
    windows = windows_of(far, Limits())
    assert windows is not None
    assert windows.items.holds(moment("01-20"))
    assert not windows.protocol.holds(moment("01-20"))


def test_a_window_excludes_its_beginning_and_includes_its_end() -> None:
    window = Window(moment("03-01"), moment("03-11"))
    assert not window.holds(moment("03-01"))
    assert window.holds(moment("03-11"))


def test_a_second_look_reaches_back_by_the_slack_but_not_into_an_earlier_disappearance() -> None:
    plain = windows_of(asked(), Limits(slack_days=3))
    floored = windows_of(asked(), Limits(slack_days=3), moment("02-27"))
    assert plain is not None
    assert floored is not None
    assert plain.wide_items.start == moment("02-26")
    assert floored.wide_items.start == moment("02-27")


def test_the_floor_is_the_end_of_the_last_disappearance_before() -> None:
    dates = {"published_old": moment("01-02"), "published_new": moment("02-28"), "data_date_old": None}
    before = asked(**dates, report_revision_old=0)
    before = before.model_copy(update={"data_date_new": moment("02-27")})
    agenda = Agenda(Limits(slack_days=3))
    for candidate in (asked(), before):
        agenda.note(candidate)
    later, earlier = agenda.windows(asked()), agenda.windows(before)
    assert later is not None
    assert earlier is not None
    assert later.wide_items.start == moment("02-27")
    assert earlier.wide_items.start == moment("2024-12-30")


def test_a_candidate_that_does_not_say_when_has_no_windows() -> None:
    assert windows_of(asked(published_old=None), Limits()) is None
    assert windows_of(asked(published_old=moment("03-12")), Limits()) is None
