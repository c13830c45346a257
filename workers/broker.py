"""Keeps a worker consuming: after the broker was gone for a moment, and past what is no message.

An acknowledgement that can't be sent leaves its message in kombu's count of what is under way. With one message a
process that count is then full for good: the worker asks for nothing more, so it meets no broken connection either, and
stands still until somebody starts it again. Here such a message is only forgotten; the broker delivers it once more.

What can't be read would end the worker, and the next one; here it is logged and dropped. And a broker that is gone is
tried every second: kombu's own pauses grow by two seconds each time.
"""

import logging
from collections.abc import Callable
from queue import Empty
from typing import Any

from celery.app.amqp import AMQP
from kombu.connection import Connection
from kombu.transport import redis, virtual

RECONNECT_SECONDS = 1

_log = logging.getLogger(__name__)


class ForgettingQoS(redis.QoS):  # type: ignore[misc, unused-ignore]
    """Counts a message as done with, whether or not the broker could be told."""

    def ack(self, delivery_tag: Any) -> None:
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: Any, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


def _dropping(read: Callable[..., Any]) -> Callable[..., Any]:
    """Return `read`, a channel's method that takes one message from the broker, so that it drops what it can't read."""

    def read_or_drop(channel: Any, **options: Any) -> Any:
        before = set(channel.qos._delivered)
        try:
            return read(channel, **options)
        except Exception as error:
            lost = (Empty, *channel.connection.connection_errors, *channel.connection.channel_errors)
            # To kombu a KeyError is a connection that was lost; here it is a message that lacks something.
            if isinstance(error, lost) and not isinstance(error, KeyError):
                raise
            text = getattr(error, "doc", getattr(error, "object", ""))
            _log.exception("Dropped what is no message of ours: %.200r", text)
            for tag in set(channel.qos._delivered) - before:
                # Or it would count as under way for good.
                channel.qos.reject(tag)
            return True

    return read_or_drop


class PromptConnection(Connection):  # type: ignore[misc, unused-ignore]
    """Tries again every second, however long it has tried."""

    def ensure_connection(self, *asked: Any, **more: Any) -> Any:
        steady = {"interval_start": RECONNECT_SECONDS, "interval_step": 0, "interval_max": RECONNECT_SECONDS}
        return super().ensure_connection(*asked, **{**steady, **more})


class PromptAMQP(AMQP):  # type: ignore[misc, unused-ignore]
    """Connects so."""

    Connection = PromptConnection


def keep_channels_steady() -> None:
    """Let every Redis channel of this process be so, those that go by Sentinel too."""
    redis.Channel.QoS = ForgettingQoS
    redis.Channel._brpop_read = _dropping(redis.Channel._brpop_read)  # type: ignore[method-assign, unused-ignore]
