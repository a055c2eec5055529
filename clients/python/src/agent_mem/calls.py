"""How operations are asked over HTTP: repeated with one idempotency key while that may help."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from agent_mem.errors import AgentMemError, error_of, error_of_way
from agent_mem.frames import FrameReader, checked_frame
from agent_mem.repeats import Repeats

# The fleet answers within the time-out; the way back takes a little.
_way_s = 2.0


@dataclass(frozen=True)
class Options:
    """What is said beside a request."""

    idempotency_key: str | None = None
    """A repeated command with the same key has one effect and the same answer. None: each call has a key of its own."""
    timeout_ms: int | None = None
    """Until the answer is of no use. None: that of the client."""
    retries: int | None = None
    """How often a call that failed for now is repeated. None: as the client does."""
    user: str | None = None
    """The user whom the caller acts for, where its key may act for others."""


@dataclass(frozen=True)
class Defaults:
    """What holds for every call."""

    timeout_ms: int
    retries: int


def _headers(options: Options, timeout_ms: int, accept: str) -> dict[bytes, bytes]:
    headers = {
        "idempotency-key": str(uuid.uuid4()) if options.idempotency_key is None else options.idempotency_key,
        "x-timeout-ms": str(timeout_ms),
        "accept": accept,
        **({"x-user": options.user} if options.user else {}),
    }
    # httpx encodes texts as ASCII; the fleet reads a name as UTF-8.
    return {name.encode(): value.encode() for name, value in headers.items()}


def _repeats(options: Options, defaults: Defaults) -> Repeats:
    most = defaults.retries if options.retries is None else options.retries
    return Repeats(most, within_s=_timeout_ms(options, defaults) / 1000)


def _timeout_ms(options: Options, defaults: Defaults) -> int:
    return defaults.timeout_ms if options.timeout_ms is None else options.timeout_ms


def _request(
    http: httpx.Client | httpx.AsyncClient, path: str, body: dict[str, Any], options: Options, defaults: Defaults, accept: str
) -> httpx.Request:
    timeout_ms = _timeout_ms(options, defaults)
    timeout = httpx.Timeout(timeout_ms / 1000 + _way_s)
    return http.build_request("POST", path, json=body, headers=_headers(options, timeout_ms, accept), timeout=timeout)


class Caller:
    """Asks operations, and waits for their answers."""

    def __init__(self, http: httpx.Client, defaults: Defaults) -> None:
        self._http = http
        self._defaults = defaults

    def call(self, path: str, body: dict[str, Any], options: Options | None) -> Any:
        """The operation's answer. Raises AgentMemError."""
        given = options or Options()
        # Built once: every repeat has the same key.
        request = _request(self._http, path, body, given, self._defaults, "application/json")
        repeats = _repeats(given, self._defaults)
        while True:
            try:
                return self._answer(request)
            except AgentMemError as error:
                time.sleep(repeats.wait_s(error))

    def stream(self, path: str, body: dict[str, Any], options: Options | None) -> Iterator[dict[str, Any]]:
        """The frames of the answer. Raises AgentMemError where one reports it, or where the stream breaks."""
        request = _request(self._http, path, body, options or Options(), self._defaults, "text/event-stream")
        try:
            response = self._http.send(request, stream=True)
            try:
                if response.status_code != 200:
                    response.read()
                    raise error_of(response)
                reader = FrameReader()
                for line in response.iter_lines():
                    for frame in reader.feed(line):
                        yield checked_frame(frame)
                reader.end()
            finally:
                response.close()
        except httpx.TransportError as error:
            raise error_of_way(error) from error

    def _answer(self, request: httpx.Request) -> Any:
        try:
            response = self._http.send(request)
        except httpx.TransportError as error:
            raise error_of_way(error) from error
        if response.status_code != 200:
            raise error_of(response)
        return response.json()


class AsyncCaller:
    """Asks operations for callers that await."""

    def __init__(self, http: httpx.AsyncClient, defaults: Defaults) -> None:
        self._http = http
        self._defaults = defaults

    async def call(self, path: str, body: dict[str, Any], options: Options | None) -> Any:
        """The operation's answer. Raises AgentMemError."""
        given = options or Options()
        request = _request(self._http, path, body, given, self._defaults, "application/json")
        repeats = _repeats(given, self._defaults)
        while True:
            try:
                return await self._answer(request)
            except AgentMemError as error:
                await asyncio.sleep(repeats.wait_s(error))

    async def stream(self, path: str, body: dict[str, Any], options: Options | None) -> AsyncIterator[dict[str, Any]]:
        """The frames of the answer. Raises AgentMemError where one reports it, or where the stream breaks."""
        request = _request(self._http, path, body, options or Options(), self._defaults, "text/event-stream")
        try:
            response = await self._http.send(request, stream=True)
            try:
                if response.status_code != 200:
                    await response.aread()
                    raise error_of(response)
                reader = FrameReader()
                async for line in response.aiter_lines():
                    for frame in reader.feed(line):
                        yield checked_frame(frame)
                reader.end()
            finally:
                await response.aclose()
        except httpx.TransportError as error:
            raise error_of_way(error) from error

    async def _answer(self, request: httpx.Request) -> Any:
        try:
            response = await self._http.send(request)
        except httpx.TransportError as error:
            raise error_of_way(error) from error
        if response.status_code != 200:
            raise error_of(response)
        return response.json()
