"""Two baselines that know nothing: leave everything as it is, and take away what was reported."""

from wikidata_repair_eval.scoring.baselines.sight import Answer, Case, Sight


def do_nothing(case: Case) -> Answer:
    """Everything stays as it is."""
    return Answer([Sight(case).operation("none")], "Everything stays as it is.")


def always_delete(case: Case) -> Answer:
    """The reported values go."""
    sight = Sight(case)
    removals = [sight.operation("remove", old=value) for value in sight.offending()]
    if not removals:
        return do_nothing(case)
    return Answer(removals, "The reported values are removed.")
