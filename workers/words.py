"""Answers to questions about words as tasks."""

from functools import cache

from service.lexicons.library import house_library
from service.settings import settings_from
from service.store import QuestionStore
from service.word_answers import WordAnswers
from workers.app import app
from workers.seats import steps


@cache
def word_answers() -> WordAnswers:
    """Return this process's own."""
    return WordAnswers(steps(), QuestionStore(settings_from().redis_url), house_library())


@app.task(name="words.answer")  # type: ignore[untyped-decorator, unused-ignore]
def answer(question: str) -> None:
    """Answer a question about words; run twice, it changes nothing more."""
    word_answers().answer(question)
