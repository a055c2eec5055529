"""Speaks to memory with PyPI's mcp: mcp_client.py MODE http URL, or mcp_client.py MODE stdio PROGRAM... Prints what it saw as JSON."""

import asyncio
import json
import os
import sys

from mcp import Client, MCPError, StdioServerParameters

mode, transport, *where = sys.argv[1:]


def server():
    if transport == "http":
        return where[0]
    return StdioServerParameters(command=where[0], args=where[1:], env=dict(os.environ))


async def main():
    seen = {}
    async with Client(server(), mode=mode) as client:
        seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
        stored = await client.call_tool("store_fact", {"fact_content": "Anne lives in Lyon"})
        seen["stored"] = stored.structured_content
        recalled = await client.call_tool("retrieve_facts", {"query": "Where does Anne live?"})
        seen["recalled"] = [fact["content"] for fact in recalled.structured_content["facts"]]
        seen["text"] = recalled.content[0].text
        refused = await client.call_tool("store_fact", {})
        seen["refused"] = [refused.is_error, refused.content[0].text]
        unlisted = await client.call_tool("create_conversation", {"conversation_id": "talk", "title": "A talk"})
        seen["unlisted"] = unlisted.structured_content
        seen["templates"] = [each.uri_template for each in (await client.list_resource_templates()).resource_templates]
        fact = await client.read_resource("memory://facts/" + stored.structured_content["fact_id"])
        seen["resource"] = json.loads(fact.contents[0].text)["content"]
        prompt = await client.get_prompt("recall", {"question": "Where does Anne live?"})
        seen["prompt"] = prompt.messages[0].content.text
        try:
            await client.call_tool("no_such_tool", {})
        except MCPError as error:
            seen["unknown"] = error.error.code
    print(json.dumps(seen))


asyncio.run(main())
