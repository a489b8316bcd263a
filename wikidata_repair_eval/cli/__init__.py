"""The command `wikidata-repair-eval`: arguments, exit codes, printing; one module per command group."""
