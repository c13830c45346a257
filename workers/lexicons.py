"""The words that workers rule by: read once, before the processes that run tasks are forked, and shared by them."""

import gc
from typing import Any

from celery import bootsteps

from service.lexicons.library import house_library


class Words(bootsteps.Step):
    """Reads every word before the pool starts; only what serves the fast queue is asked about words."""

    def create(self, parent: Any) -> None:
        """Read, and keep the collector from ever looking at the words: whoever only looks things up copies no page.

        Where it serves another queue, what a lexicon says is read when it is asked.
        """
        if "fast" in parent.app.amqp.queues.consume_from:
            house_library().read()
            gc.collect()
            gc.freeze()
