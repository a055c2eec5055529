"""A summarising service for agent-mem, of Python's standard library alone.

It takes nodes at POST /summarize, answers 202, and sends the summary later by POST /v1/graph/create-summary-node. Its summary is the first sentence of each
node, until the limit: put a model of your own in the place of `summary_of`.

    python3 service.py PORT http://127.0.0.1:8700 SECRET

Where callers show keys, AGENT_MEM_KEY is one with the permission `summarize`.
"""

import hashlib
import hmac
import json
import os
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, AGENT_MEM, SECRET = int(sys.argv[1]), sys.argv[2], sys.argv[3]
KEY = os.environ.get("AGENT_MEM_KEY", "")
LONGEST_SECONDS = 300
CHARACTERS_A_TOKEN = 4


def is_signed(header: str, body: bytes) -> bool:
    """Whether the header is ours: `t=<seconds>,v1=<hmac of "<seconds>.<body>">`, and not an old request sent again."""
    parts = dict(part.split("=", 1) for part in header.split(",") if "=" in part)
    made = hmac.new(SECRET.encode(), parts.get("t", "").encode() + b"." + body, hashlib.sha256).hexdigest()
    is_fresh = parts.get("t", "").isdigit() and abs(time.time() - int(parts["t"])) <= LONGEST_SECONDS
    return is_fresh and hmac.compare_digest(made, parts.get("v1", ""))


def summary_of(nodes: list, max_tokens: int) -> str:
    sentences = [node["content"].split(". ")[0].strip().rstrip(".") for node in nodes]
    summary = ""
    for sentence in filter(None, sentences):
        if len(summary) + len(sentence) > max_tokens * CHARACTERS_A_TOKEN:
            break
        summary += f"{sentence}. "
    return summary.strip()


def send_summary(asked: dict) -> None:
    scope = {name: asked[name] for name in ("workspace", "user", "collection")}
    summary = {
        **scope,
        "job_id": asked["job_id"],
        "original_node_ids": [node["id"] for node in asked["nodes"]],
        "summary_content": summary_of(asked["nodes"], asked["max_tokens"]),
        "generating_model": "first-sentences",
    }
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {KEY}"} if KEY else {})}
    request = urllib.request.Request(f"{AGENT_MEM}/v1/graph/create-summary-node", json.dumps(summary).encode(), headers)
    with urllib.request.urlopen(request) as response:
        print(json.load(response)["summary_node_id"], flush=True)


class Summarizer(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_signed(self.headers.get("x-agent-mem-signature", ""), body):
            self.send_response(401)
            self.end_headers()
            return
        self.send_response(202)
        self.send_header("content-length", "0")
        self.end_headers()
        # The same job may come twice: its second summary changes nothing.
        threading.Thread(target=send_summary, args=(json.loads(body),), daemon=True).start()

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Summarizer)
print(f"listening on {server.server_address[1]}", flush=True)
server.serve_forever()
