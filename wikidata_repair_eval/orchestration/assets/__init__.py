"""The assets, one module per group: declarations, wiring and metadata; no loops over records, no parsing."""
