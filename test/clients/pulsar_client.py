"""Asks a fleet with nothing but pulsar-client and the schemas of the broker's registry; prints what it saw as JSON."""

import json
import sys
import urllib.request
from uuid import uuid4

import pulsar
from pulsar.schema import Array, Boolean, Double, Integer, JsonSchema, Map, Record, String

service_url, admin_url = sys.argv[1:]
client = pulsar.Client(service_url, operation_timeout_seconds=30, logger=pulsar.ConsoleLogger(pulsar.LoggerLevel.Error))


class NullableBoolean(Boolean):
    """Unset it is null; the client's own is false, also in the schema, which is then another than the registered one."""

    def default(self):
        return None


def field_of(kind, known):
    """The client's field for an Avro type."""
    fields = {"string": String, "int": Integer, "double": Double, "boolean": NullableBoolean}
    if isinstance(kind, str):
        return known[kind](required_default=True) if kind in known else fields[kind](required_default=True)
    if kind["type"] == "array":
        return Array(field_of(kind["items"], known), required_default=True)
    if kind["type"] == "map":
        return Map(field_of(kind["values"], known), required_default=True)
    return record_of(kind, known)(required_default=True)


def record_of(avro, known):
    """A Record class for an Avro record, as somebody who reads the registered schema would write it down."""
    members = {field["name"]: field_of(field["type"][1], known) for field in avro["fields"]}
    record = type(avro["name"], (Record,), {"_avro_namespace": avro["namespace"], **members})
    known[f"{avro['namespace']}.{avro['name']}"] = record
    return record


def unset_but(record, members):
    """A record with every member null but these."""
    values = {}
    for name, field in record._fields.items():
        value = members.get(name)
        if isinstance(field, Record) and value is not None:
            value = unset_but(type(field), value)
        elif isinstance(field, Array) and isinstance(field.array_type, Record) and value is not None:
            value = [unset_but(type(field.array_type), one) for one in value]
        values[name] = value
    return record(**values)


def registered(service):
    """The schema that the registry has for a service's command topic."""
    with urllib.request.urlopen(f"{admin_url}/admin/v2/schemas/agent-mem/command/{service}/schema") as answer:
        return json.loads(json.load(answer)["data"])


class Asker:
    """Sends requests to command topics and reads the replies from one reply topic."""

    def __init__(self, reply_topic):
        self.reply_topic = reply_topic
        self.replies = client.subscribe(reply_topic, "python")
        self.producers = {}

    def send(self, service, request, typed, properties):
        key = (service, typed)
        record = record_of(registered(service), {}) if typed and key not in self.producers else None
        if key not in self.producers:
            schema = {"schema": JsonSchema(record)} if typed else {}
            topic = f"persistent://agent-mem/command/{service}"
            self.producers[key] = (client.create_producer(topic, **schema), record)
        producer, record = self.producers[key]
        content = unset_but(record, request) if typed else json.dumps(request).encode()
        # One key keeps them in order, also those of which nobody is told.
        producer.send(content, properties=properties, partition_key="python")

    def ask(self, service, request, typed=False):
        """The reply; of a stream, its frames."""
        id = str(uuid4())
        self.send(service, request, typed, {"id": id, "reply_to": self.reply_topic})
        frames = []
        while True:
            message = self.replies.receive(timeout_millis=20_000)
            self.replies.acknowledge(message)
            assert message.properties()["id"] == id, f"a reply to something else: {message.properties()}"
            frames.append(json.loads(message.data()))
            if "sequence" not in frames[-1]:
                return frames[0]
            if frames[-1]["end"]:
                return frames

    def tell(self, service, request):
        """Sends a request that wants no reply."""
        self.send(service, request, False, {"id": str(uuid4())})

    def is_silent(self):
        """Whether no reply is there that nobody waited for."""
        try:
            self.replies.receive(timeout_millis=500)
            return False
        except pulsar.Timeout:
            return True


def story(asker, typed, user):
    """One of everything, by one way of sending and one of reading."""

    def ask(service, operation, **request):
        return asker.ask(service, {operation: {"user": user, **request}}, typed)

    invocation = "inv_0190a0a0-0000-7000-8000-000000000000"
    steps = [{"type": "thought", "content": "I look in the cellar"}]
    fact = ask("facts", "store", content="The archive is in the cellar", metadata={"from": "python"})
    episode = ask("episodes", "store", goal="Repair the bicycle chain", steps=["oil"], outcome="it runs")
    said = ask("conversations", "append_message", conversation_id="python", role="user", content="Hello")
    appended = ask("working-memory", "append", invocation_id=invocation, goal="Find it", items=steps)
    return {
        "fact": fact,
        "facts": ask("facts", "retrieve", query="Where is the archive?", top_k=3),
        "episode": episode,
        "episodes": ask("episodes", "list"),
        "said": said,
        "history": ask("conversations", "history", conversation_id="python"),
        "appended": appended,
        "assembled": ask("working-memory", "assemble", invocation_id=invocation),
        "frames": ask("agent", "invoke", question="Where is the archive?", conversation_id="python", streaming=True),
        "refused": ask("facts", "retrieve", query="Where?", top_k=0),
    }


def schema_refused():
    """What the broker says to a class that leaves members of the registered schema out."""
    schema = registered("facts")
    part = record_of({**schema, "fields": schema["fields"][:1]}, {})
    try:
        client.create_producer("persistent://agent-mem/command/facts", schema=JsonSchema(part))
        return None
    except pulsar.PulsarException as error:
        return type(error).__name__


persistent = Asker("persistent://agent-mem/reply/python")
passing = Asker("non-persistent://agent-mem/reply/python")
seen = {
    f"{name}, {'typed' if typed else 'bytes'}": story(asker, typed, f"{name} {typed}")
    for name, asker in (("persistent", persistent), ("non-persistent", passing))
    for typed in (False, True)
}

persistent.tell("facts", {"store": {"content": "Nobody is told of this", "user": "untold"}})
persistent.tell("facts", {"store": {"user": "untold"}})
untold = persistent.ask("facts", {"list": {"user": "untold"}})

print(
    json.dumps(
        {
            "seen": seen,
            "malformed": persistent.ask("facts", {"store": {"content": 7}}),
            "untold": [fact["content"] for fact in untold["list"]["facts"]],
            "silent": persistent.is_silent() and passing.is_silent(),
            "schema_refused": schema_refused(),
        }
    )
)
client.close()
