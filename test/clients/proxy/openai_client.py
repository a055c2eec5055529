import openai
from play import BASE, CITY, play

client = openai.OpenAI(base_url=f"{BASE}/v1", api_key="none")
MODEL = "gpt-5"


def by_chat(words, talk, stream, tools):
    messages = [*(talk or []), {"role": "user", "content": words}]
    more = {"tools": [{"type": "function", "function": {"name": "weather", "strict": True, "parameters": CITY}}]} if tools else {}
    while True:
        if stream:
            with client.chat.completions.stream(model=MODEL, messages=messages, **more) as events:
                message = events.get_final_completion().choices[0].message
        else:
            message = client.chat.completions.create(model=MODEL, messages=messages, **more).choices[0].message
        messages.append(message.model_dump(include={"role", "content", "tool_calls"}, exclude_none=True))
        if not message.tool_calls:
            return message.content, messages
        messages.append({"role": "tool", "tool_call_id": message.tool_calls[0].id, "content": "rain"})


def by_responses(words, talk, stream, tools):
    """What was said before is sent again."""
    items = [*(talk or []), {"role": "user", "content": words}]
    more = {"tools": [{"type": "function", "name": "weather", "strict": True, "parameters": CITY}]} if tools else {}
    while True:
        if stream:
            with client.responses.stream(model=MODEL, input=items, **more) as events:
                response = events.get_final_response()
        else:
            response = client.responses.create(model=MODEL, input=items, **more)
        for item in response.output:
            if item.type == "function_call":
                items.append({"type": "function_call", "call_id": item.call_id, "name": item.name, "arguments": item.arguments})
                items.append({"type": "function_call_output", "call_id": item.call_id, "output": "rain"})
            else:
                items.append({"role": "assistant", "content": response.output_text})
                return response.output_text, items


play({"chat": by_chat, "responses": by_responses})
