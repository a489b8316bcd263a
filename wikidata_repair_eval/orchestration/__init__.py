"""The only room that imports Dagster: assets, checks, automation, partitions, IO managers, resources."""
