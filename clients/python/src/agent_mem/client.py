"""A fleet by its URL, with every operation."""

from __future__ import annotations

import os
import re
from types import TracebackType
from typing import Self

import httpx

from agent_mem.calls import AsyncCaller, Caller, Defaults
from agent_mem.errors import AgentMemError
from agent_mem.generated.operations import AsyncServices, Services

_url = "http://127.0.0.1:8700"
_timeout_ms = 120_000
_retries = 3
# What a header takes.
_visible = re.compile(r"[\x21-\x7e]+")


def _settings(url: str | None, key: str | None) -> tuple[str, dict[str, str]]:
    """Where the fleet is, and what is shown to it: as given, else by AGENT_MEM_URL and AGENT_MEM_KEY. Raises AgentMemError."""
    base = url or os.environ.get("AGENT_MEM_URL") or _url
    shown = key or os.environ.get("AGENT_MEM_KEY")
    if not base.startswith(("http://", "https://")):
        raise AgentMemError("invalid-argument", f'url: must be an http or https URL, got "{base}"', retryable=False)
    # The message has no key: it is a secret.
    if shown and not _visible.fullmatch(shown):
        raise AgentMemError("invalid-argument", "key: must be of visible ASCII characters, without a line break", retryable=False)
    return base, {"authorization": f"Bearer {shown}"} if shown else {}


class Client(Services):
    """Every operation, as client.facts.store(content="…")."""

    def __init__(
        self, url: str | None = None, key: str | None = None, *, timeout_ms: int = _timeout_ms, retries: int = _retries
    ) -> None:
        base, headers = _settings(url, key)
        self._http = httpx.Client(base_url=base, headers=headers)
        super().__init__(Caller(self._http, Defaults(timeout_ms, retries)))

    def close(self) -> None:
        """Closes its connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


class AsyncClient(AsyncServices):
    """Every operation, as await client.facts.store(content="…")."""

    def __init__(
        self, url: str | None = None, key: str | None = None, *, timeout_ms: int = _timeout_ms, retries: int = _retries
    ) -> None:
        base, headers = _settings(url, key)
        self._http = httpx.AsyncClient(base_url=base, headers=headers)
        super().__init__(AsyncCaller(self._http, Defaults(timeout_ms, retries)))

    async def close(self) -> None:
        """Closes its connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()
