from google import genai
from google.genai import types
from play import BASE, CITY, play

client = genai.Client(api_key="none", http_options=types.HttpOptions(base_url=BASE))
MODEL = "gemini-3.1-pro"
WEATHER = types.Tool(function_declarations=[types.FunctionDeclaration(name="weather", parameters_json_schema=CITY)])


def parts_of(pieces):
    return [part for piece in pieces for part in piece.candidates[0].content.parts]


def call_in(parts):
    return next((part.function_call for part in parts if part.function_call), None)


def result_of(call):
    return types.Part(function_response=types.FunctionResponse(id=call.id, name=call.name, response={"output": "rain"}))


def text_of(parts):
    return "".join(part.text for part in parts if part.text and not part.thought)


def by_models(words, talk, stream, tools):
    contents = [*(talk or []), types.UserContent(words)]
    asked = {"model": MODEL, "config": types.GenerateContentConfig(tools=[WEATHER]) if tools else None}
    while True:
        if stream:
            parts = parts_of(client.models.generate_content_stream(contents=contents, **asked))
        else:
            parts = parts_of([client.models.generate_content(contents=contents, **asked)])
        contents.append(types.ModelContent(parts))
        call = call_in(parts)
        if not call:
            return text_of(parts), contents
        contents.append(types.UserContent(result_of(call)))


def by_chats(words, chat, stream, tools):
    """The client holds what was said before."""
    chat = chat or client.chats.create(model=MODEL)
    config = types.GenerateContentConfig(tools=[WEATHER]) if tools else None
    message = words
    while True:
        if stream:
            parts = parts_of(chat.send_message_stream(message, config=config))
        else:
            parts = parts_of([chat.send_message(message, config=config)])
        call = call_in(parts)
        if not call:
            return text_of(parts), chat
        message = result_of(call)


play({"models": by_models, "chats": by_chats})
