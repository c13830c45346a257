"""What the house refuses, each by its name; `service.problems` says how it looks over HTTP."""

from service.games.kernel.game import OptionMisfit

MOST_NAMED = 20
"""So many faults of one request are named; who has so many mends those first."""


class HouseError(Exception):
    """The root of all that the use cases refuse."""


class Misplaced(HouseError):
    """What is wrong stands at one place of the request: `pointer` says where."""

    pointer: str


class MatchUnknown(HouseError):
    def __init__(self, match: str) -> None:
        super().__init__(f"There is no match {match!r}.")


class MatchExpired(HouseError):
    def __init__(self, match: str) -> None:
        super().__init__(f"Match {match!r} has expired; a match is kept for 30 days after its last action.")


class JobUnknown(HouseError):
    def __init__(self, job: str) -> None:
        super().__init__(f"There is no simulation {job!r}.")


class JobExpired(HouseError):
    def __init__(self, job: str) -> None:
        super().__init__(f"Simulation {job!r} has expired; 'expires_at' said how long it was kept.")


class MatchesInvalid(Misplaced):
    pointer = "/matches"

    def __init__(self, matches: int, most: int) -> None:
        super().__init__(f"{matches} matches are not allowed; allowed are 1 to {most}.")


class QueueFull(HouseError):
    def __init__(self, seconds: int, *, own: bool) -> None:
        self.seconds = seconds
        whose = "of yours (your address may have a quarter of what the server takes) " if own else ""
        super().__init__(
            f"Too many simulations {whose}wait or run; ask again in {seconds} seconds, or for fewer matches."
        )


class QuestionUnknown(HouseError):
    def __init__(self, question: str) -> None:
        super().__init__(f"There is no question {question[:60]!r} about words; one is kept for ten minutes.")


class LexiconUnknown(Misplaced):
    def __init__(self, lexicon: str, known: tuple[str, ...], pointer: str = "/lexicon") -> None:
        self.pointer = pointer
        super().__init__(f"There is no lexicon {lexicon!r}; there is {', '.join(known)}.")


class TilesTooMany(Misplaced):
    def __init__(self, pointer: str, detail: str) -> None:
        self.pointer = pointer
        super().__init__(detail)

    @classmethod
    def tiles(cls, tiles: int, most: int) -> "TilesTooMany":
        return cls("/tiles", f"{tiles} tiles, blanks among them, are too many; allowed are {most}.")

    @classmethod
    def forks(cls, blanks: int, most: int) -> "TilesTooMany":
        detail = f"{blanks} blanks and a change are too many; allowed are {most} blanks, or {most - 1} with a change."
        return cls("/blanks", detail)


class WordsQueueFull(HouseError):
    def __init__(self, *, own: bool) -> None:
        self.seconds = 10
        whose = "of yours (your address may have a quarter of what the server takes) " if own else ""
        super().__init__(f"Too many questions about words {whose}wait for an answer; ask again in 10 seconds.")


class GameUnknown(HouseError):
    def __init__(self, game: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no game {game!r}; there is {', '.join(known)}.")


class ProblemUnknown(HouseError):
    def __init__(self, code: str) -> None:
        super().__init__(f"There is no problem {code[:60]!r}; the contract lists them in Problem, at 'code'.")


class BotUnknown(Misplaced):
    def __init__(self, bot: str, known: tuple[str, ...], pointer: str = "/bot") -> None:
        self.pointer = pointer
        super().__init__(f"There is no bot {bot!r}; there is {', '.join(known)}.")


class SeatsInvalid(Misplaced):
    pointer = "/seats"

    def __init__(self, seats: int, allowed: range) -> None:
        super().__init__(f"{seats} seats are not allowed; allowed are {allowed.start} to {allowed.stop - 1}.")


class OptionUnfit(Misplaced):
    """An option that a match of so many seats can't have."""

    def __init__(self, misfit: OptionMisfit, within: str = "") -> None:
        self.pointer = f"{within}/options/{misfit.option}"
        super().__init__(f"The option {misfit.option!r} does not fit: {misfit.detail}.")


class SeatInvalid(Misplaced):
    """As SeatUnknown, where the seat stands in the body."""

    pointer = "/seat"

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"There is no seat {seat}; seats go from 0 to {seats - 1}.")


class SeatUnknown(HouseError):
    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"There is no seat {seat}; seats go from 0 to {seats - 1}.")


class CursorInvalid(Misplaced):
    pointer = "cursor"

    def __init__(self, cursor: str) -> None:
        super().__init__(f"{cursor[:60]!r} is no cursor; one comes in the 'next' of a page before.")


class SeatWithoutPlayer(HouseError):
    def __init__(self, seat: int) -> None:
        super().__init__(f"No player sits on seat {seat}; only a player's seat has a token.")


class NameInvalid(Misplaced):
    """A player's name is too long, empty, or has characters that don't show."""

    pointer = "/name"


class TokenMissing(HouseError):
    def __init__(self, wanted: str) -> None:
        super().__init__(f"This needs the header 'Authorization: Bearer' with {wanted}.")


class TokenUnknown(HouseError):
    def __init__(self) -> None:
        super().__init__("The token is none of ours, or no longer valid; a seat's token comes with taking the seat.")


class TicketUnknown(HouseError):
    def __init__(self) -> None:
        super().__init__("The ticket is none of ours, or no longer valid; one lasts an hour, as long as its token.")


class TokenOfAnotherMatch(HouseError):
    def __init__(self) -> None:
        super().__init__("The token belongs to another match.")


class HostOnly(HouseError):
    def __init__(self) -> None:
        super().__init__("Only the host may do this, with the token that opening the match gave.")


class SeatOnly(HouseError):
    def __init__(self) -> None:
        super().__init__("Only a seat may act, with the token that taking the seat gave.")


class SpectatorsNotAllowed(HouseError):
    def __init__(self) -> None:
        super().__init__("This match was opened without spectators; look with a seat's or the host's token.")


class SeatTaken(HouseError):
    """The seat (or every seat) has its player already."""


class DecisionNotOpen(HouseError):
    """Says nothing of other decisions, which may be other seats' own."""

    def __init__(self, decision: str) -> None:
        super().__init__(f"Decision {decision!r} is not open to you; 'match' shows those that are.")


class HintsNotAllowed(HouseError):
    def __init__(self, *, there_are: bool) -> None:
        why = "was opened without them" if there_are else "is of a game that has none"
        super().__init__(f"No hints are given in this match, which {why}; 'options' says where hints are allowed.")


class NothingToHint(HouseError):
    def __init__(self) -> None:
        super().__init__("No word is asked of your seat now; there are hints while that decision is open to you.")


class WordNotInLexicon(HouseError):
    """`now`: where the question stands that the word was for."""

    def __init__(self, word: str, lexicon: str, now: str) -> None:
        super().__init__(f"The lexicon {lexicon!r} has no {word!r}; write another word: {now}.")


class WordsThereAre(HouseError):
    """Says how many, and never which; `now` as for a word."""

    def __init__(self, words: int, lexicon: str, now: str) -> None:
        spelt = "1 word" if words == 1 else f"{words} words"
        super().__init__(f"Your tiles spell {spelt} of the lexicon {lexicon!r}: {now}.")


class RulingLate(HouseError):
    """On a word, or (None) on the claim that there is none."""

    def __init__(self, word: str | None) -> None:
        about = "the claim that the tiles spell no word" if word is None else repr(word)
        super().__init__(f"The referee has not ruled on {about} within a second; send the same again in a moment.")


class MatchNotRunning(HouseError):
    def __init__(self, status: str) -> None:
        super().__init__(f"The match is {status}; this is done while it is running.")


class MatchNotWaiting(HouseError):
    def __init__(self, status: str) -> None:
        super().__init__(f"The match is {status}; this is done before it starts.")


class MatchNotOver(HouseError):
    def __init__(self, status: str) -> None:
        super().__init__(f"The match is {status}; this is done with one that was played and is over.")


class RecordOfOtherRules(HouseError):
    def __init__(self, version: int, here: int) -> None:
        super().__init__(f"The record follows rules version {version}; version {here} is here.")


class RecordDiverged(HouseError):
    """A record that was sent does not play again as it says."""


class VersionUnknown(HouseError):
    def __init__(self, version: int, last: int) -> None:
        super().__init__(f"There is no version {version}; versions go from 1 to {last}.")


class IdempotencyKeyReused(HouseError):
    def __init__(self) -> None:
        super().__init__(
            "This Idempotency-Key was sent before, with another request or for a token that is dead now; use a new one."
        )


class FaultKept(HouseError):
    """The rules failed; nothing was committed, and what reproduces it is kept under `fault`."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        super().__init__(f"The rules failed; nothing was changed, the decision is still open. Report fault {fault}.")


class FaultUnknown(HouseError):
    def __init__(self, fault: str) -> None:
        super().__init__(f"No fault {fault!r} is kept; `alehouse faults` lists those that are.")


class RateLimited(HouseError):
    def __init__(self, milliseconds: int) -> None:
        self.seconds = -(-milliseconds // 1000)
        super().__init__(f"That was too much at once; ask again in {self.seconds} seconds.")


class StoreUnavailable(HouseError):
    def __init__(self) -> None:
        super().__init__("The store does not answer; try again in a moment.")


class Closing(HouseError):
    def __init__(self) -> None:
        super().__init__("This process is about to end; another one, or the next, will answer.")


class StoreFull(HouseError):
    def __init__(self) -> None:
        super().__init__("The store is full; matches can be looked at, but not changed.")


class Draining(HouseError):
    def __init__(self) -> None:
        super().__init__("A release is being prepared: nothing new begins now, what runs goes on; try again later.")


class StoreBusy(HouseError):
    def __init__(self) -> None:
        super().__init__("The match changed faster than this request could be applied; try again.")
