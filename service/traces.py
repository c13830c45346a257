"""Traces by OpenTelemetry, for whoever says where to send them; nothing here imports it otherwise.

A request, the commands that it sends to Redis, and the tasks that go back to it are one trace.
"""

from importlib.util import find_spec
from typing import Any

from service.settings import SettingInvalid

_begun = False


def begin(service: str, to: str | None) -> None:
    """Send the traces of this process `to` there, as `service`; None sends none. Not before a fork.

    Raises SettingInvalid when the libraries are not installed. OpenTelemetry itself reads its other variables.
    """
    if to is None:
        return
    if find_spec("opentelemetry.instrumentation.flask") is None:
        raise SettingInvalid(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but its libraries are missing: install alehouse[otel]."
        )
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.celery import CeleryInstrumentor
    from opentelemetry.instrumentation.redis import RedisInstrumentor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    RedisInstrumentor().instrument()
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call, unused-ignore]
    _trace_lines(trace.get_tracer("alehouse"))
    global _begun
    _begun = True


def follow(app: Any) -> None:
    """Let the requests of a Flask application be traced, if `begin` was told where to."""
    if not _begun:
        return
    from opentelemetry.instrumentation.flask import FlaskInstrumentor

    FlaskInstrumentor().instrument_app(app, response_hook=_without_secrets)  # type: ignore[no-untyped-call]
    # What is refused before its view, for asking too often say, is in the trace as well.
    before = app.before_request_funcs[None]
    before.insert(0, before.pop())


def end() -> None:
    """Send what was not sent yet."""
    if _begun:
        from opentelemetry import trace

        trace.get_tracer_provider().shutdown()  # type: ignore[attr-defined]


def _without_secrets(span: Any, _: str, __: object) -> None:
    """A stream's ticket is in its query, which goes; what was asked is in the span's name."""
    if span is not None and span.is_recording():
        for name in ("http.target", "http.url", "url.full", "url.query"):
            if name in span.attributes:
                span.set_attribute(name, span.attributes[name].partition("?")[0] if name != "url.query" else "")


def _trace_lines(tracer: Any) -> None:
    """The two commands of every action go past redis-py's client, so its instrumentation doesn't see them."""
    from opentelemetry.trace import SpanKind

    from service.store.lines import Lines

    ask = Lines.ask

    def traced(self: Lines, *command: Any) -> Any:
        attributes = {"db.system": "redis", "db.operation": str(command[0])}
        with tracer.start_as_current_span(str(command[0]), kind=SpanKind.CLIENT, attributes=attributes):
            return ask(self, *command)

    Lines.ask = traced  # type: ignore[method-assign]
