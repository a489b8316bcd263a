"""Type A: rules under which the violation, the literals at hand and the constraint give the answer.

One module per kind of change. Each rule has a name, which becomes the subtype, and says why it applies.
"""
