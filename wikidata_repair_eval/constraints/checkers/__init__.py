"""One module per constraint type. Each answers only its own question; `decisions` asks it."""
