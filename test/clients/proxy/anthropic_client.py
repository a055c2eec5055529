import anthropic
from play import BASE, CITY, play

client = anthropic.Anthropic(base_url=BASE, api_key="none")


def by_messages(words, talk, stream, tools):
    messages = [*(talk or []), {"role": "user", "content": words}]
    body = {"model": "claude-5", "max_tokens": 64, **({"tools": [{"name": "weather", "input_schema": CITY}]} if tools else {})}
    while True:
        if stream:
            with client.messages.stream(messages=messages, **body) as events:
                content = events.get_final_message().content
        else:
            content = client.messages.create(messages=messages, **body).content
        messages.append({"role": "assistant", "content": content})
        use = next((part for part in content if part.type == "tool_use"), None)
        if use is None:
            return next(part.text for part in content if part.type == "text"), messages
        result = {"type": "tool_result", "tool_use_id": use.id, "content": "rain"}
        messages.append({"role": "user", "content": [result]})


play({"messages": by_messages})
