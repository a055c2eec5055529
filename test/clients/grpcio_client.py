"""Calls a fleet with nothing but grpcio and what the server says of itself by reflection; prints what it saw as JSON."""

import json
import sys

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

channel = grpc.insecure_channel(sys.argv[1])
database = ProtoReflectionDescriptorDatabase(channel)
pool = DescriptorPool(database)


def call(service, rpc, request, stream=False):
    method = pool.FindServiceByName(f"agentmem.v1.{service}").FindMethodByName(rpc)
    kind = channel.unary_stream if stream else channel.unary_unary
    invoke = kind(
        f"/agentmem.v1.{service}/{rpc}",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=GetMessageClass(method.output_type).FromString,
    )
    return invoke(GetMessageClass(method.input_type)(**request), timeout=20)


store = pool.FindServiceByName("agentmem.v1.FactsService").FindMethodByName("Store")
fact = {"content": "The archive is in the cellar", "user": "p", "metadata": {"from": "python"}}
stored = call("FactsService", "Store", fact)
found = call("FactsService", "Retrieve", {"query": "Where is the archive?", "user": "p"})
try:
    call("FactsService", "Store", {"user": "p"})
    refused = None
except grpc.RpcError as error:
    refused = {"code": error.code().name, "details": error.details()}
frames = list(call("AgentService", "Invoke", {"question": "Where is the archive?", "user": "p"}, stream=True))

print(
    json.dumps(
        {
            "services": list(database.get_services()),
            "store_input": store.input_type.full_name,
            "stored": stored.fact_id,
            "retrieved": [one.id for one in found.facts],
            "metadata": dict(found.facts[0].metadata),
            "refused": refused,
            "dialogs_ended": sum(frame.end_of_dialog for frame in frames),
            "answer": frames[-1].answer,
        }
    )
)
