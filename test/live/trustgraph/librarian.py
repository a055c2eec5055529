"""A librarian that says yes to everything and keeps nothing: the real one needs Cassandra and an object store, and agents wait for its answers."""

from functools import partial

from trustgraph.base import WorkspaceProcessor
from trustgraph.schema import (
    LibrarianRequest,
    LibrarianResponse,
    librarian_request_queue,
    librarian_response_queue,
)


class Processor(WorkspaceProcessor):
    async def on_workspace_created(self, workspace):
        response = await self.sender_pool.add_producer(
            topic=f"{librarian_response_queue}:{workspace}", schema=LibrarianResponse
        )
        await self.receiver_pool.add_consumer(
            topic=f"{librarian_request_queue}:{workspace}",
            subscription=self.id,
            schema=LibrarianRequest,
            handler=partial(self.answer, response),
        )

    async def answer(self, response, message):
        await response.send(LibrarianResponse(), properties={"id": message.properties()["id"]})
