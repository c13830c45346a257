"""Keeps a worker consuming after the broker was gone for a moment.

An acknowledgement that can't be sent leaves its message in kombu's count of what is under way. With one message a
process that count is then full for good: the worker asks for nothing more, so it meets no broken connection either, and
stands still until somebody starts it again. Here such a message is only forgotten; the broker delivers it once more.
"""

from typing import Any

from kombu.transport import redis, virtual


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


def forget_what_can_not_be_acknowledged() -> None:
    """Let every Redis channel of this process count so."""
    redis.Channel.QoS = ForgettingQoS
