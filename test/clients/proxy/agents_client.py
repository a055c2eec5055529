import asyncio

from agents import Agent, Runner, function_tool, set_default_openai_api, set_default_openai_client, set_tracing_disabled
from openai import AsyncOpenAI
from play import BASE, play

# Traces go to their maker's own address.
set_tracing_disabled(True)
set_default_openai_client(AsyncOpenAI(base_url=f"{BASE}/v1", api_key="none"), use_for_tracing=False)
loop = asyncio.new_event_loop()


@function_tool
def weather(city: str) -> str:
    """The weather."""
    return "rain"


agent = Agent(name="agent", model="gpt-5", tools=[weather])


async def run(items, stream):
    if not stream:
        return await Runner.run(agent, items)
    result = Runner.run_streamed(agent, items)
    async for _ in result.stream_events():
        pass
    return result


def by(api):
    def say(words, talk, stream, tools):
        set_default_openai_api(api)
        result = loop.run_until_complete(run([*(talk or []), {"role": "user", "content": words}], stream))
        return result.final_output, result.to_input_list()

    return say


play({"responses": by("responses"), "chat": by("chat_completions")})
