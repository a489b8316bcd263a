"""The only room that imports Dagster: assets, checks, automation, partitions, IO managers, resources."""

import warnings

# Beta for years, and what keeps a backfill of thousands of pages from costing a process each.
warnings.filterwarnings("ignore", message="Parameter `backfill_policy` of function")
# A preview, and the only way to check one partition without reading all of them.
warnings.filterwarnings("ignore", message="Specifying a partitions_def on an AssetCheckSpec")
