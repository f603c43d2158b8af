"""How well somebody plays, estimated from sheets, and how well such an estimate foretells.

A method is one file. It meets sheets in the order of time (`sheets`), says before each one who
will probably come out ahead, and then learns from it; `evaluation` judges all of them by that
alone. `synthetic` makes a club whose skill is known. What the record book shows is `shrunk_mean`;
docs/record-book/ratings.md has the table by which it was chosen.
"""
