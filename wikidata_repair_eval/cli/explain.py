"""`explain`: the story of one candidate, in the terminal."""

import os
from pathlib import Path

import click

from wikidata_repair_eval.artifacts import decode
from wikidata_repair_eval.cli.constraints import checked_id
from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.settings import load_settings


@click.command("explain")
@click.argument("qid")
@click.argument("pid")
@click.option("--data-dir", help="where the candidates are; default: WRE_DATA_DIR or data")
def explain_candidate(qid: str, pid: str, data_dir: str | None) -> None:
    """Tell what happened to the candidate QID of the report page PID: reports, timeline, verdicts, proof.

    \b
    Example (a candidate of the demo):
      wikidata-repair-eval explain Q100004603 P569 --data-dir data
    """
    from upath import UPath

    from wikidata_repair_eval.forensics import open_past
    from wikidata_repair_eval.forensics.explain import explain
    from wikidata_repair_eval.net.connect import connect
    from wikidata_repair_eval.reports import Candidate

    environment = {**os.environ, **({"WRE_DATA_DIR": str(Path(data_dir).resolve())} if data_dir else {})}
    settings = load_settings(environment)
    file = UPath(settings.data_dir) / "01_repair_candidates" / f"{checked_id(pid, 'PID')}.json"
    page = [Candidate.model_validate(record) for record in decode(file)]
    wanted = checked_id(qid, "QID")
    asked = [candidate for candidate in page if candidate.qid == wanted]
    if not asked:
        problem = f"{qid} never left this report, so there is nothing to explain"
        raise InputError(str(file), qid, problem, "choose a qid of this file")
    ensure_world(settings)
    with connect(settings) as client, open_past(settings, client) as past:
        for candidate in asked:
            click.echo("\n".join(explain(candidate, past, others=page)) + "\n")
