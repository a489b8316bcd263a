"""The benchmark: taxonomy, frozen retrieval, popularity, cases, splits, release, case browser, audit."""
