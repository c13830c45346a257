"""Questions to the referee: which are open, what is kept of an answer, and what the seat hears that waits for it."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.errors import HouseError, WordNotInLexicon, WordsThereAre
from service.games.kernel.decisions import REFEREE, Choice, CountWords, RuleOnWord, Ruling, WordCount
from service.games.kernel.match import Pending
from service.shown import Shown
from service.store import Ruled


@dataclass(frozen=True, slots=True)
class Referral:
    """An open question to the referee; `held` is the decision of the seat that waits for the answer, if one does."""

    pending: Pending
    held: str | None


def referrals(pending: Iterable[Pending]) -> list[Referral]:
    """Return what the referee is asked; a held decision stands before the question that holds it."""
    found, held = [], None
    for one in pending:
        if one.decision.seat == REFEREE:
            found.append(Referral(one, held))
        held = one.id if one.with_referee else None
    return found


def ruled_of(referral: Referral, choice: Choice) -> Ruled | None:
    """Return what is kept for the seat that waits, so that it hears the same whenever it asks; None without one."""
    decision = referral.pending.decision
    if referral.held is None:
        return None
    if isinstance(decision, RuleOnWord) and isinstance(choice, Ruling):
        return Ruled(decision.lexicon, decision.word, choice.legal, 0)
    if isinstance(decision, CountWords) and isinstance(choice, WordCount):
        return Ruled(decision.lexicon, None, not choice.words, choice.words)
    return None


IN_MATCH = "'match' shows the new decision"
IN_RECORD = "the record is as it was, and the decision open"


def refusal_of(ruled: Ruled, now: str) -> HouseError | None:
    """Return what the seat hears of a ruling against it, and where its question stands `now`; None where it was for it.

    Its error is WordNotInLexicon or WordsThereAre.
    """
    if ruled.legal:
        return None
    if ruled.word is None:
        return WordsThereAre(ruled.words, ruled.lexicon, now)
    return WordNotInLexicon(ruled.word, ruled.lexicon, now)


def with_referee(shown: Shown, decision: str) -> bool:
    """Tell whether a decision of the bearer's is shown as with the referee."""
    decisions = shown.content.get("decisions", [])
    assert isinstance(decisions, list)
    return any(one["id"] == decision and one["state"] == "with_referee" for one in decisions)
