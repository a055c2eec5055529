"""When a call that failed is made again."""

from __future__ import annotations

import random
import time

from agent_mem.errors import AgentMemError

_first_wait_s = 0.1
_longest_wait_s = 5.0


class Repeats:
    """The repeats of one call, within its time."""

    def __init__(self, most: int, within_s: float) -> None:
        self._left = most
        self._until = time.monotonic() + within_s
        self._backoff_s = _first_wait_s

    def wait_s(self, error: AgentMemError) -> float:
        """The wait before the call is repeated. Raises the error where a repeat does not help, or would come too late."""
        # Half of it by chance, so that callers that failed together do not come back together.
        wait_s = max(random.uniform(0.5, 1.0) * self._backoff_s, error.retry_after_s or 0.0)
        if not error.retryable or self._left <= 0 or time.monotonic() + wait_s >= self._until:
            raise error
        self._left -= 1
        self._backoff_s = min(_longest_wait_s, self._backoff_s * 2)
        return wait_s
