"""The words that workers rule by: read once, before the processes that run tasks are forked, and shared by them."""

import gc
from collections.abc import Mapping
from functools import cache
from typing import Any

from celery import bootsteps

from service.lexicons import Lexicon, lexicons
from service.settings import settings_from


@cache
def house_lexicons() -> Mapping[str, Lexicon]:
    """Return every lexicon by its name; raises LexiconInvalid. Where `Words` has not, a lexicon reads when asked."""
    return lexicons(settings_from().lexicon_folder)


class Words(bootsteps.Step):
    """Reads every word before the pool starts; only what serves the fast queue is asked about words."""

    def create(self, parent: Any) -> None:
        """Read, and keep the collector from ever looking at the words: whoever only looks things up copies no page."""
        if "fast" in parent.app.amqp.queues.consume_from:
            for lexicon in house_lexicons().values():
                assert lexicon.words
            gc.collect()
            gc.freeze()
