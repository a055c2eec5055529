"""Why a call was not done."""

from __future__ import annotations

import json

import httpx


class AgentMemError(Exception):
    """An error of the fleet, or of the way to it."""

    def __init__(self, type: str, message: str, *, retryable: bool, status: int | None = None) -> None:
        super().__init__(f"{type}: {message}")
        self.type = type
        self.message = message
        self.retryable = retryable
        """The same request may succeed later."""
        self.status = status
        """The HTTP status; None where no answer came."""


def error_of(response: httpx.Response) -> AgentMemError:
    """The error that an answer reports."""
    try:
        error = json.loads(response.content)["error"]
        return AgentMemError(error["type"], error["message"], retryable=bool(error["retryable"]), status=response.status_code)
    except (ValueError, KeyError, TypeError):
        # Something between us and the fleet answered.
        status = response.status_code
        return AgentMemError("internal", f"HTTP {status} without an error of the fleet", retryable=status >= 502, status=status)


def error_of_way(error: httpx.TransportError) -> AgentMemError:
    """The error of a connection that failed, or of an answer that did not come in time."""
    kind = "deadline-exceeded" if isinstance(error, httpx.TimeoutException) else "unavailable"
    return AgentMemError(kind, f"No answer of the fleet: {error or type(error).__name__}", retryable=True)
