"""Questions about words, asked over HTTP and waited for."""

from typing import Any

from tests.api.talk import Json, Talk

CHECKS, SOLUTIONS = "/v1/words/checks", "/v1/words/solutions"


def patient(talk: Talk, path: str, body: Json) -> Json:
    """Ask, and wait for the answer where the worker is busy."""
    answer = talk.ask("POST", path, body)
    seen: Json = answer.json()
    assert answer.status_code in (200, 202), answer.text
    return waited(talk, f"{path}/{seen['id']}") if seen["status"] == "queued" else seen


def check(talk: Talk, *words: str, **more: Any) -> Json:
    return patient(talk, CHECKS, {"words": list(words), **more})


def tiles(*texts: str, **more: int) -> list[Json]:
    return [{"letters": text, "value": more.get(text, 1)} for text in texts]


def search(talk: Talk, spelt_with: list[Json], **more: Any) -> Json:
    return patient(talk, SOLUTIONS, {"tiles": spelt_with, **more})


def waited(talk: Talk, path: str) -> Json:
    """Wait for the answer to what was asked."""
    seen = talk.get(path, params={"wait": 25})
    while seen["status"] == "queued":
        seen = talk.get(path, params={"wait": 25})
    return seen
