"""What each kind of problem means, and what to do about it: the text behind the address in a problem's `type`."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.problems import PLAIN_HTTP, PROBLEMS, UNEXPECTED


@dataclass(frozen=True, slots=True)
class Explained:
    """A kind of problem for people."""

    code: str
    status: int
    title: str
    meaning: str
    remedy: str


_ADVICE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "malformed_json": (
            "The body is not well-formed JSON in UTF-8, or was cut off.",
            "Send one JSON object, encoded by a JSON library, with the right Content-Length.",
        ),
        "token_missing": (
            "This needs a token, and the request has none.",
            "Send the seat's or the host's token in the header Authorization: Bearer.",
        ),
        "token_unknown": (
            "The token was never given out by this server, or has died: its seat was left, or its token renewed.",
            "Use the newest token of the seat; the host can renew the token of who has lost it.",
        ),
        "ticket_unknown": (
            "The ticket was never given out by this server, is over an hour old, or its token has died.",
            "Get a new ticket for the stream with a token that holds.",
        ),
        "token_of_another_match": (
            "The token is good, but for another match than the one in the path.",
            "Keep tokens by the id of their match, and send the one that belongs there.",
        ),
        "host_only": (
            "Only who opened the match may do this, or for a seat its own player.",
            "Send the host's token, which came with the answer to opening the match.",
        ),
        "seat_only": (
            "Only players act; the host and spectators look on.",
            "Send a seat's token, which came with the answer to taking the seat.",
        ),
        "spectators_not_allowed": (
            "The match was opened without spectators, so nobody sees it without a token.",
            "Send the token of a seat or of the host.",
        ),
        "match_unknown": (
            "There is no match with this id, and none is remembered.",
            "Check the id: it is the whole text that starts with m_.",
        ),
        "question_unknown": (
            "There is no question about words with this id, or it was asked over ten minutes ago, or by another path.",
            "Ask again: the same question has the same id, and an answer at once where it is still kept.",
        ),
        "word_not_in_lexicon": (
            "The referee has ruled: the lexicon of the match has no such word. Nobody else has heard of it.",
            "Write another word, for the new decision in `match` (of a record: the same); `/v1/words/checks` tells.",
        ),
        "words_there_are": (
            "The referee has counted: the tiles spell words of the lexicon, so the claim that they don't is refused.",
            "Find one, for the new decision in `match` (of a record: the same).",
        ),
        "job_unknown": (
            "There is no simulation with this id, and none is remembered.",
            "Check the id: it is the whole text that starts with s_.",
        ),
        "job_expired": (
            "The simulation ended longer ago than this server keeps them.",
            "Ask for it again: with the same seed it comes out the same.",
        ),
        "queue_full": (
            "Simulations have as many matches left, or as many questions about words wait, as is allowed at once.",
            "Ask again after the seconds of Retry-After, or for less: one address may have a quarter of it.",
        ),
        "ruling_late": (
            "A record is played on by a word, and no worker has ruled on it within a second; nothing was done.",
            "Send the same request again after Retry-After: a ruling that came meanwhile is kept for ten minutes.",
        ),
        "draining": (
            "A release is prepared: no match and no simulation begins, while what is running goes on.",
            "Ask again after the seconds of Retry-After.",
        ),
        "closing": (
            "This process is about to close and takes no new work from a balancer.",
            "Ask another; nothing is wrong.",
        ),
        "game_unknown": ("There is no game with this key.", "Take a key from the list of games."),
        "version_unknown": (
            "The match has not come to this version, or counts from 1.",
            "Ask for a version from 1 to the match's present one.",
        ),
        "seat_unknown": ("The match has no seat with this number.", "Seats count from 0; look at the match's seats."),
        "decision_closed": (
            "The decision was answered otherwise, was overtaken, or never was this seat's.",
            "Look at the match in the problem, and answer a decision that is open there.",
        ),
        "seat_taken": (
            "Somebody else has the seat, or all seats are taken.",
            "Look at the match and take an open seat, or none.",
        ),
        "hints_not_allowed": (
            "Hints are an option that a match is opened with, in games that have them; this one goes without.",
            "Play without, or open a match with `hints` among its options.",
        ),
        "nothing_to_hint": (
            "Hints are about the word that is asked for, and none is asked of this seat now.",
            "Ask while the decision for a word is open to the seat, and not with the referee.",
        ),
        "match_not_running": (
            "The match waits for players, or has ended: nothing can be played.",
            "Look at the match's status, and follow it until it runs.",
        ),
        "match_not_waiting": (
            "The match has started or ended, so its seats stay as they are.",
            "Look at the match; open another for more players.",
        ),
        "seat_without_player": (
            "No player sits there, so there is no token to renew.",
            "Take the seat if it is open.",
        ),
        "match_not_over": (
            "A record or a rematch is to be had only when the match is over.",
            "Follow the match to its end, then ask again.",
        ),
        "ruling_pending": (
            "The choice lies with a referee, who has not ruled yet.",
            "Wait for the next event, and look again.",
        ),
        "match_expired": (
            "The match was kept for its time after the last action and is gone; its tokens are gone with it.",
            "Open a new match. Records that are to be kept must be fetched in time.",
        ),
        "invalid_request": (
            "A part of the request has a name, a type or a value that the contract doesn't allow.",
            "Mend what errors points at; nothing was done, so the mended request can be sent at once.",
        ),
        "illegal_choice": (
            "The choice has the right form, but the rules forbid it now.",
            "Send a choice of those in legal: of a list as it is, else as the form says.",
        ),
        "rules_version_unknown": (
            "The record was played by rules that this server doesn't have.",
            "Send it to a server with that version of the rules.",
        ),
        "record_diverged": (
            "Played again, the record comes to other states or questions than it says.",
            "Send the record as it was downloaded; /v1/replays tells at which answer it fails.",
        ),
        "idempotency_key_reused": (
            "The key was sent before with another request, or what it made has been given up since.",
            "Make a new random key for each new thing that is wanted.",
        ),
        "rate_limited": (
            "The allowance of this seat, this host or this address is spent.",
            "Wait for the seconds in Retry-After; look with wait, or follow the stream, rather than asking often.",
        ),
        "rules_fault": (
            "The rules of the game failed, which is a fault of this server; nothing was changed.",
            "Tell the operator the id in fault: what reproduces it is kept under it.",
        ),
        "redis_unavailable": (
            "The store doesn't answer, so it is not known whether a step was taken.",
            "Send the same request again after Retry-After, with the same Idempotency-Key where it had one.",
        ),
        "storage_full": ("The store takes no more; nothing was changed.", "Come back later, or tell the operator."),
        "match_busy": (
            "So many act in this match at once that this request never had its turn; nothing was changed.",
            "Send it again after Retry-After.",
        ),
        "rules_version_unavailable": (
            "The match follows rules that this server doesn't have, as while a new version is rolled out.",
            "Send it again after Retry-After.",
        ),
        "problem_unknown": ("There is no problem with this code.", "Follow the type of a problem as it is."),
        "bad_request": (
            "What was sent is no HTTP request, or breaks the rules of HTTP.",
            "Send it with an HTTP library.",
        ),
        "not_found": (
            "No operation has this path.",
            "Take paths from the contract, /openapi.yaml; seats in them are whole numbers.",
        ),
        "method_not_allowed": ("The path has other methods than this one.", "Use one of those in the header Allow."),
        "request_timeout": (
            "The body was not there in time: 20 seconds in all, 10 without a byte.",
            "Send the request again, on a new connection; nothing was done.",
        ),
        "payload_too_large": (
            "The body is larger than the operation takes: 64 KiB, or 1 MiB where records are sent in.",
            "Send less; no request that is well-formed needs as much.",
        ),
        "uri_too_long": (
            "The first line of the request is longer than 4,094 bytes.",
            "Send shorter parameters; none that is well-formed needs as much.",
        ),
        "unsupported_media_type": (
            "The body is not said to be JSON.",
            "Send it with the header Content-Type: application/json.",
        ),
        "expectation_failed": (
            "The header Expect asks for something that this server doesn't know.",
            "Leave the header out, or send 100-continue.",
        ),
        "headers_too_large": (
            "There are more than 100 headers, or one is longer than 8,190 bytes.",
            "Send fewer and shorter headers.",
        ),
        "transfer_coding_unknown": (
            "The header Transfer-Encoding names a coding that this server doesn't know.",
            "Send the body with a Content-Length, or chunked.",
        ),
        "internal_error": (
            "Something failed that nobody foresaw, which is a fault of this server.",
            "Try again once; if it fails again, tell the operator when and what was asked.",
        ),
    }
)

EXPLAINED: Mapping[str, Explained] = MappingProxyType(
    {
        one.code: Explained(one.code, one.status, one.title, *_ADVICE[one.code])
        for one in (*PROBLEMS.values(), *PLAIN_HTTP.values(), UNEXPECTED)
    }
)
"""Every kind of problem by its code; a code without advice keeps the process from starting."""
