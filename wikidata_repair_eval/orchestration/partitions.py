"""How the artifacts are cut: by report page (dynamic: the wiki decides), by evaluation run, by domain."""

import dagster as dg

REPORT_PAGES = dg.DynamicPartitionsDefinition(name="report_pages")
