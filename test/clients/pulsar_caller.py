"""Sends each line of its input as a request to a command topic, with nothing but pulsar-client, and prints the reply as a line."""

import json
import sys
from uuid import uuid4

import pulsar

client = pulsar.Client(sys.argv[1], operation_timeout_seconds=30, logger=pulsar.ConsoleLogger(pulsar.LoggerLevel.Error))
reply_to = f"persistent://agent-mem/reply/{uuid4()}"
replies = client.subscribe(reply_to, "python")
producers = {}

for line in sys.stdin:
    asked = json.loads(line)
    service = asked["service"]
    if service not in producers:
        producers[service] = client.create_producer(f"persistent://agent-mem/command/{service}")
    request_id = str(uuid4())
    properties = {"id": request_id, "reply_to": reply_to, **asked.get("properties", {})}
    producers[service].send(json.dumps(asked["request"]).encode(), properties=properties)
    while True:
        reply = replies.receive(timeout_millis=60_000)
        replies.acknowledge(reply)
        if reply.properties()["id"] == request_id:
            break
    print(reply.data().decode(), flush=True)

client.close()
