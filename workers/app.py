"""The Celery application of the workers; `service.queue` sends to it by name and never imports it."""

from typing import Any

from celery import Celery, bootsteps, signals
from kombu.exceptions import OperationalError

from service import metric_files
from service.settings import queue_address, settings_from
from workers.broker import PromptAMQP, keep_channels_steady
from workers.lexicons import Words
from workers.pulse import PULSE

VISIBILITY_SECONDS = 120
"""A message that nobody acknowledged is delivered again after this long."""

TIME_LIMIT_SECONDS = 60
"""No task outlives this; well below the visibility time-out, or a slow task would run twice at once."""

SWEEP_SECONDS = 2
"""Each worker of the fast queue asks this often for a sweep; the sweeper sees to it that one is enough."""

BEAT_SECONDS = 5
"""How often a worker notes that its loop turns."""


def _configuration() -> dict[str, Any]:
    return {
        "broker_url": queue_address(settings_from().broker_url),
        "accept_content": ["json"],
        "task_serializer": "json",
        "enable_utc": True,
        # A task runs to its end or runs again: every one is idempotent.
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_ignore_result": True,
        # The hard limit alone: a soft one is raised in the midst of whatever runs, and rules would be blamed for it.
        "task_time_limit": TIME_LIMIT_SECONDS,
        "task_queues": {name: {"exchange": name, "routing_key": name} for name in ("fast", "bulk")},
        "task_default_queue": "fast",
        "task_create_missing_queues": False,
        "task_routes": {"simulations.*": {"queue": "bulk"}, "*": {"queue": "fast"}},
        "worker_prefetch_multiplier": 1,
        "worker_max_tasks_per_child": 10_000,
        "worker_enable_remote_control": False,
        "worker_hijack_root_logger": False,
        # Lines are written as everywhere in the house, not through a stream that Celery puts in between.
        "worker_redirect_stdouts": False,
        "worker_cancel_long_running_tasks_on_connection_loss": True,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        # A full Redis refuses what the consumer writes; it asks again, and goes on when there is room.
        "broker_channel_error_retry": True,
        "broker_transport_options": {
            "visibility_timeout": VISIBILITY_SECONDS,
            # With kombu's own pair a lost message comes back only after a hundred seconds more.
            "unacked_restore_interval": 5,
            "unacked_restore_throttle": 1,
            "socket_keepalive": True,
            "socket_connect_timeout": 5,
            # Above the second that a blocking pop waits, so that a half-open connection is noticed.
            "socket_timeout": 15,
            "health_check_interval": 10,
        },
    }


class Sweeps(bootsteps.StartStopStep):
    """Asks for a sweep at regular times, from the worker itself: no beat process that could die unnoticed."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        self._entry: Any = None
        super().__init__(consumer, **options)

    def start(self, consumer: Any) -> None:
        """Begin when the connection stands, and again after each that was lost."""
        if "fast" in consumer.app.amqp.queues.consume_from:
            # What a broken connection kept from being sent is found at once, overdue or not.
            consumer.timer.call_after(0, self._ask, (consumer.app, True))
            self._entry = consumer.timer.call_repeatedly(SWEEP_SECONDS, self._ask, (consumer.app,))

    def stop(self, consumer: Any) -> None:
        """End with the connection."""
        if self._entry is not None:
            self._entry.cancel()

    def _ask(self, app: Celery, everything: bool = False) -> None:
        # Sweeps that nobody ran in time don't pile up.
        once: dict[str, Any] = {"expires": SWEEP_SECONDS, "retry": False, "ignore_result": True}
        try:
            app.send_task("sweeper.sweep", (everything,), queue="fast", **once)
        except OperationalError:
            # The consumer meets the same broken connection and mends it; the next tick asks again.
            return


class Pulse(bootsteps.StartStopStep):
    """Lets whoever asks this worker whether it lives see that its loop turns."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Begin when the connection stands, and again after each that was lost."""
        PULSE.beat()
        self._entry = consumer.timer.call_repeatedly(BEAT_SECONDS, PULSE.beat)

    def stop(self, consumer: Any) -> None:
        """End with the connection."""
        self._entry.cancel()
        PULSE.rest()


@signals.import_modules.connect  # type: ignore[untyped-decorator, unused-ignore]
def _choose_folder(**_: Any) -> None:
    """A figure goes where the folder was when its module was imported: the tasks' modules come next."""
    metric_files.choose_folder()


keep_channels_steady()
app = Celery(
    "alehouse",
    amqp=PromptAMQP,
    include=["workers.footprints", "workers.seats", "workers.simulations", "workers.sweeper", "workers.words"],
    set_as_current=True,
)
# Read when first needed, so that a test may import a task before it has a server.
app.add_defaults(_configuration)
app.steps["worker"].add(Words)
app.steps["consumer"].add(Sweeps)
app.steps["consumer"].add(Pulse)
