"""The rules each title must keep, and the mark that says which test shows which of them.

    from tests.rules import rule

    @rule("SQ-051")
    def test_a_paralysed_player_may_only_lay_the_coffee_break(): ...

`python -m tests.rules` says which rules are proved; an id in a comment proves nothing.
"""

from tests.rules.ledger import rule

__all__ = ["rule"]
