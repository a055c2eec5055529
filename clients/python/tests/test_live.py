"""Against a live fleet, whose URL is in AGENT_MEM_URL."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from uuid import uuid4

import pytest

from agent_mem import AgentMemError, AsyncClient, AsyncMemory, Client, Memory, Options


def test_verbs_of_mem0() -> None:
    user = f"ada-{uuid4()}"
    memory = Memory()
    added = memory.add([{"role": "user", "content": "I like tea"}, {"role": "assistant", "content": "Noted"}], user_id=user, metadata={"cups": 3})
    [tea] = added["results"]
    assert (tea["memory"], tea["event"]) == ("I like tea", "ADD")
    assert memory.add("I like tea", user_id=user)["results"][0]["event"] == "NONE"
    [found] = memory.search("tea", user_id=user)["results"]
    assert (found["id"], found["metadata"]) == (tea["id"], {"cups": 3})
    assert memory.search("tea", user_id=f"bob-{uuid4()}") == {"results": []}
    memory.update(tea["id"], "I like coffee", user_id=user)
    assert memory.get(tea["id"], user_id=user)["memory"] == "I like coffee"
    assert [each["memory"] for each in memory.get_all(user_id=user)["results"]] == ["I like coffee"]
    memory.delete(tea["id"], user_id=user)
    assert memory.get_all(user_id=user) == {"results": []}
    assert [each["event"] for each in memory.history(tea["id"], user_id=user)] == ["ADD", "UPDATE", "DELETE"]
    memory.close()


def test_verbs_are_awaited_too() -> None:
    async def story() -> None:
        user = f"ada-{uuid4()}"
        memory = AsyncMemory()
        await memory.add("The lake is frozen", user_id=user)
        assert [each["memory"] for each in (await memory.search("lake", user_id=user))["results"]] == ["The lake is frozen"]
        await memory.close()

    asyncio.run(story())


def test_one_key_has_one_effect() -> None:
    with Client() as client:
        options = Options(idempotency_key=str(uuid4()))
        user = f"ada-{uuid4()}"
        first = client.facts.store(options, content="The bell rings", user=user)
        assert client.facts.store(options, content="The bell rings", user=user) == first
        with pytest.raises(AgentMemError) as refused:
            client.facts.store(options, content="Another text", user=user)
        assert (refused.value.type, refused.value.status) == ("already-exists", 409)


def test_refusals_name_the_field() -> None:
    with Client() as client, pytest.raises(AgentMemError) as refused:
        client.facts.store(content=" ")
    assert (refused.value.type, refused.value.message, refused.value.retryable) == ("invalid-argument", "content: must not be blank", False)


def test_frames_of_invoke() -> None:
    with Client() as client:
        user = f"ada-{uuid4()}"
        client.facts.store(content="The spare key hangs in the cellar", user=user)
        frames = list(client.agent.invoke_stream(question="Where does the spare key hang?", user=user))
        assert frames[-1]["end_of_dialog"]
        assert "cellar" in (frames[-1]["answer"] or "")
        assert "cellar" in (client.agent.invoke(question="Where does the spare key hang?", user=user)["answer"] or "")


def test_frames_are_awaited_too() -> None:
    async def story() -> None:
        async with AsyncClient() as client:
            frames = [frame async for frame in client.agent.invoke_stream(question="Hello!")]
            assert frames[-1]["end_of_dialog"]

    asyncio.run(story())


def test_what_failed_for_now_is_repeated_with_its_key() -> None:
    with failing(times=2) as (url, keys):
        with Client(url) as client:
            assert client.facts.store(content="tea")["fact_id"] == "fact_1"
        assert len(keys) == 3
        assert len(set(keys)) == 1
    with failing(times=2) as (url, keys):
        with Client(url, retries=1) as client, pytest.raises(AgentMemError) as refused:
            client.facts.store(content="tea")
        assert (refused.value.type, len(keys)) == ("unavailable", 2)


def test_a_fleet_that_is_not_there_is_named_by_its_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with Client(url, retries=0) as client, pytest.raises(AgentMemError) as refused:
            client.facts.store(content="tea")
        assert refused.value.message.startswith(f"No answer from the fleet at {url}: ")
        with Client(url, retries=0) as client, pytest.raises(AgentMemError) as refused:
            list(client.agent.invoke_stream(question="Hello!"))
        assert url in refused.value.message


def test_what_may_succeed_later_is_repeated_then_within_the_time_of_the_call() -> None:
    with failing(times=1, retry_after="60") as (url, keys):
        with Client(url) as client, pytest.raises(AgentMemError) as refused:
            client.facts.store(Options(timeout_ms=50_000), content="tea")
        assert (refused.value.retry_after_s, len(keys)) == (60.0, 1)
    with failing(times=1, retry_after="0") as (url, keys):
        with Client(url) as client:
            assert client.facts.store(content="tea")["fact_id"] == "fact_1"
        assert len(keys) == 2


@pytest.mark.parametrize(("url", "key", "member"), [("http://localhost", "am_secret\n", "key"), ("localhost:8700", "am_secret", "url")])
def test_a_wrong_setting_is_refused_by_its_name_without_the_key(url: str, key: str, member: str) -> None:
    for make in (Client, AsyncClient):
        with pytest.raises(AgentMemError) as refused:
            make(url, key)
        assert (refused.value.type, refused.value.retryable) == ("invalid-argument", False)
        assert refused.value.message.startswith(f"{member}: ")
        assert "secret" not in refused.value.message


def test_what_no_header_takes_is_refused_for_good() -> None:
    with failing(times=0) as (url, keys):
        with Client(url) as client, pytest.raises(AgentMemError) as refused:
            client.facts.list(Options(user="a\nb"))
        assert (refused.value.type, refused.value.retryable, keys) == ("invalid-argument", False, [])


def test_a_time_of_nothing_is_the_fleets_to_refuse() -> None:
    with Client() as client, pytest.raises(AgentMemError) as refused:
        client.facts.list(Options(timeout_ms=0))
    assert (refused.value.type, refused.value.message[:13]) == ("invalid-argument", "X-Timeout-Ms:")


@contextmanager
def failing(times: int, retry_after: str | None = None) -> Iterator[tuple[str, list[str]]]:
    """A server that is away for the first requests; with the idempotency keys that it was shown."""
    keys: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            keys.append(self.headers["idempotency-key"])
            away = len(keys) <= times
            error = {"type": "unavailable", "message": "not now", "retryable": True}
            body = json.dumps({"error": error} if away else {"fact_id": "fact_1"}).encode()
            self.send_response(503 if away else 200)
            self.send_header("content-length", str(len(body)))
            if retry_after is not None and away:
                self.send_header("retry-after", retry_after)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", keys
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
