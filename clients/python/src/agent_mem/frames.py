"""Frames of an answer, read from server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from agent_mem.errors import AgentMemError


class FrameReader:
    """Makes frames of lines."""

    def __init__(self) -> None:
        self._data: list[str] = []
        self._is_ended = False

    def feed(self, line: str) -> Iterator[dict[str, Any]]:
        """The frame that this line ends, if it ends one."""
        if line.startswith("data:"):
            self._data.append(line.removeprefix("data:").removeprefix(" "))
        elif line == "" and self._data:
            frame: dict[str, Any] = json.loads("\n".join(self._data))
            self._data = []
            self._is_ended = bool(frame.get("end_of_dialog"))
            yield frame

    def end(self) -> None:
        """Raises AgentMemError unless the last frame has come."""
        if not self._is_ended:
            message = "The stream broke: repeat the call with its idempotency key"
            raise AgentMemError("unavailable", message, retryable=True)


def checked_frame(frame: dict[str, Any]) -> dict[str, Any]:
    """The frame. Raises AgentMemError if it reports one."""
    error = frame.get("error")
    if error:
        raise AgentMemError(error["type"], error["message"], retryable=bool(error["retryable"]), status=200)
    return frame
