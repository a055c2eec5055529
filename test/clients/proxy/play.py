"""The same two acts for clients of PyPI."""
import json
import sys

BASE, *DRINKS = sys.argv[1:]
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": False}


def talk_of(say, lines):
    texts, talk = [], None
    for words, options in lines:
        text, talk = say(words, talk, **{"stream": False, "tools": False, **options})
        texts.append(text)
    return texts


def play(ways):
    played = {}
    for drink, (name, say) in zip(DRINKS, ways.items()):
        played[name] = talk_of(say, [
            (f"By {name} I drink {drink}.", {}),
            ("And I live in Lyon.", {"stream": True}),
            ("CALL weather", {"tools": True}),
            ("CALL weather", {"tools": True, "stream": True}),
        ])
    print("told", flush=True)
    sys.stdin.readline()
    for name, say in ways.items():
        played[name] += talk_of(say, [(f"What do I drink by {name}?", {"stream": True}), ("Thank you.", {})])
    print(json.dumps(played), flush=True)
