"""Why a call was not done."""

from __future__ import annotations

import json

import httpx


class AgentMemError(Exception):
    """An error of the fleet, or of the way to it."""

    def __init__(
        self, type: str, message: str, *, retryable: bool, status: int | None = None, retry_after_s: float | None = None
    ) -> None:
        super().__init__(f"{type}: {message}")
        self.type = type
        self.message = message
        self.retryable = retryable
        """The same request may succeed later."""
        self.status = status
        """The HTTP status; None where no answer came."""
        self.retry_after_s = retry_after_s
        """After how many seconds it may succeed; None: nobody said."""


def error_of(response: httpx.Response) -> AgentMemError:
    """The error that an answer reports."""
    status, after_s = response.status_code, _seconds(response.headers.get("retry-after"))
    try:
        error = json.loads(response.content)["error"]
        return AgentMemError(
            error["type"], error["message"], retryable=bool(error["retryable"]), status=status, retry_after_s=after_s
        )
    except (ValueError, KeyError, TypeError):
        # Something between us and the fleet answered.
        message = f"HTTP {status} without an error of the fleet"
        return AgentMemError("internal", message, retryable=status >= 502, status=status, retry_after_s=after_s)


def _seconds(header: str | None) -> float | None:
    """The seconds of Retry-After; a date in it does not count."""
    return float(header) if header is not None and header.isascii() and header.isdigit() else None


def error_of_way(error: httpx.TransportError) -> AgentMemError:
    """The error of a request that cannot be sent, of a connection that failed, or of an answer that did not come in time."""
    if isinstance(error, httpx.LocalProtocolError | httpx.UnsupportedProtocol):
        return AgentMemError("invalid-argument", f"The request cannot be sent: {error}", retryable=False)
    kind = "deadline-exceeded" if isinstance(error, httpx.TimeoutException) else "unavailable"
    url = error.request.url
    address = f"{url.scheme}://{url.netloc.decode()}"
    return AgentMemError(kind, f"No answer from the fleet at {address}: {error or type(error).__name__}", retryable=True)
