"""What happens in the world. One function per story; the tables below are all there is.

A story plants a violation, edits that distract, the event that repairs it, the report's lines and the truth.
To add one: write the function in the module of its kind, add its line to that module's table, add a test.
"""

from wikidata_repair_eval.sandbox.scenarios.table import PAGE_SCENARIOS, STORIES, WORLD_SCENARIOS

__all__ = ["PAGE_SCENARIOS", "STORIES", "WORLD_SCENARIOS"]
