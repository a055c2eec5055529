"""mem0's verbs on the operations of agent-mem, so that moving is an import line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agent_mem.client import AsyncClient, Client
from agent_mem.errors import AgentMemError
from agent_mem.generated import models

Messages = str | Mapping[str, str] | Sequence[Mapping[str, str]]


def _texts(messages: Messages) -> list[str]:
    """What users said; a text alone is a user's."""
    if isinstance(messages, str):
        return [messages]
    listed = [messages] if isinstance(messages, Mapping) else list(messages)
    return [message["content"] for message in listed if message.get("role", "user") == "user"]


def _scope(user_id: str | None, agent_id: str | None) -> Any:
    """mem0's user is ours, its agent a collection of the user."""
    return {"user": user_id, "collection": agent_id}


def _metadata(fact: models.Fact) -> Any:
    return json.loads(fact["metadata_json"]) if fact["metadata_json"] else fact["metadata"]


def _memory(fact: models.Fact, user_id: str | None) -> dict[str, Any]:
    return {
        "id": fact["id"],
        "memory": fact["content"],
        "user_id": user_id,
        "metadata": _metadata(fact),
        "score": fact["score"],
        "created_at": fact["timestamp"],
        "updated_at": fact["received_at"],
    }


def _added(results: Sequence[models.StoredFact], texts: Sequence[str]) -> dict[str, Any]:
    refused = [stored["error"] for stored in results if stored["error"]]
    for error in refused:
        raise AgentMemError(error["type"], error["message"], retryable=error["retryable"])
    pairs = zip(results, texts, strict=True)
    return {
        "results": [
            {"id": stored["fact_id"], "memory": text, "event": "ADD" if stored["created"] else "NONE"} for stored, text in pairs
        ]
    }


def _facts(texts: Sequence[str], run_id: str | None, metadata: Mapping[str, Any] | None) -> Any:
    return [{"content": text, "source": run_id or "", "metadata": dict(metadata or {})} for text in texts]


def _change(version: models.FactVersion) -> dict[str, Any]:
    events = {"stored": "ADD", "deleted": "DELETE"}
    return {
        "memory_id": version["fact"]["id"],
        "memory": version["fact"]["content"],
        "event": events.get(version["change"], "UPDATE"),
        "updated_at": version["changed_at"],
        "is_deleted": version["change"] == "deleted",
    }


class Memory:
    """What a user should be remembered for. What is added is stored as it is said, as a fact each, and found at once."""

    def __init__(self, url: str | None = None, key: str | None = None) -> None:
        self.client = Client(url, key)

    def add(
        self,
        messages: Messages,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Stores what the messages' user said: {"results": [{"id", "memory", "event"}]}."""
        texts = _texts(messages)
        if not texts:
            return {"results": []}
        facts = _facts(texts, run_id, metadata)
        answer = self.client.facts.store_many(facts=facts, **_scope(user_id, agent_id))
        return _added(answer["results"], texts)

    def search(
        self, query: str, *, user_id: str | None = None, agent_id: str | None = None, limit: int = 10
    ) -> dict[str, Any]:
        """The memories that answer the query, best first."""
        answer = self.client.facts.retrieve(query=query, top_k=limit, **_scope(user_id, agent_id))
        return {"results": [_memory(fact, user_id) for fact in answer["facts"]]}

    def get(self, memory_id: str, *, user_id: str | None = None, agent_id: str | None = None) -> dict[str, Any]:
        """One memory by its id."""
        answer = self.client.facts.get(fact_id=memory_id, **_scope(user_id, agent_id))
        return _memory(answer["fact"], user_id)

    def get_all(
        self, *, user_id: str | None = None, agent_id: str | None = None, limit: int = 100
    ) -> dict[str, Any]:
        """The memories of a user, newest first."""
        answer = self.client.facts.list(limit=limit, **_scope(user_id, agent_id))
        return {"results": [_memory(fact, user_id) for fact in answer["facts"]]}

    def update(
        self, memory_id: str, data: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> dict[str, str]:
        """Gives a memory another text."""
        self.client.facts.update(fact_id=memory_id, content=data, **_scope(user_id, agent_id))
        return {"message": "Memory updated successfully!"}

    def delete(
        self, memory_id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> dict[str, str]:
        """Forgets a memory; facts.restore brings it back."""
        self.client.facts.delete(fact_id=memory_id, **_scope(user_id, agent_id))
        return {"message": "Memory deleted successfully!"}

    def history(
        self, memory_id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[dict[str, Any]]:
        """Every state that a memory has been in, oldest first."""
        answer = self.client.facts.history(fact_id=memory_id, **_scope(user_id, agent_id))
        return [_change(version) for version in answer["versions"]]

    def close(self) -> None:
        """Closes the connections to the fleet."""
        self.client.close()


class AsyncMemory:
    """What a user should be remembered for. What is added is stored as it is said, as a fact each, and found at once."""

    def __init__(self, url: str | None = None, key: str | None = None) -> None:
        self.client = AsyncClient(url, key)

    async def add(
        self,
        messages: Messages,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Stores what the messages' user said: {"results": [{"id", "memory", "event"}]}."""
        texts = _texts(messages)
        if not texts:
            return {"results": []}
        facts = _facts(texts, run_id, metadata)
        answer = await self.client.facts.store_many(facts=facts, **_scope(user_id, agent_id))
        return _added(answer["results"], texts)

    async def search(
        self, query: str, *, user_id: str | None = None, agent_id: str | None = None, limit: int = 10
    ) -> dict[str, Any]:
        """The memories that answer the query, best first."""
        answer = await self.client.facts.retrieve(query=query, top_k=limit, **_scope(user_id, agent_id))
        return {"results": [_memory(fact, user_id) for fact in answer["facts"]]}

    async def get(self, memory_id: str, *, user_id: str | None = None, agent_id: str | None = None) -> dict[str, Any]:
        """One memory by its id."""
        answer = await self.client.facts.get(fact_id=memory_id, **_scope(user_id, agent_id))
        return _memory(answer["fact"], user_id)

    async def get_all(
        self, *, user_id: str | None = None, agent_id: str | None = None, limit: int = 100
    ) -> dict[str, Any]:
        """The memories of a user, newest first."""
        answer = await self.client.facts.list(limit=limit, **_scope(user_id, agent_id))
        return {"results": [_memory(fact, user_id) for fact in answer["facts"]]}

    async def update(
        self, memory_id: str, data: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> dict[str, str]:
        """Gives a memory another text."""
        await self.client.facts.update(fact_id=memory_id, content=data, **_scope(user_id, agent_id))
        return {"message": "Memory updated successfully!"}

    async def delete(
        self, memory_id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> dict[str, str]:
        """Forgets a memory; facts.restore brings it back."""
        await self.client.facts.delete(fact_id=memory_id, **_scope(user_id, agent_id))
        return {"message": "Memory deleted successfully!"}

    async def history(
        self, memory_id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[dict[str, Any]]:
        """Every state that a memory has been in, oldest first."""
        answer = await self.client.facts.history(fact_id=memory_id, **_scope(user_id, agent_id))
        return [_change(version) for version in answer["versions"]]

    async def close(self) -> None:
        """Closes the connections to the fleet."""
        await self.client.close()
