"""Stands in for Pulsar's command line tool, by its client for Python: produce -f -p, and consume -s -p -n, with the arguments as typed."""

import argparse
import os

import pulsar

arguments = argparse.ArgumentParser()
arguments.add_argument("command", choices=["produce", "consume"])
arguments.add_argument("topic")
arguments.add_argument("-f", "--files")
arguments.add_argument("-p", action="append", default=[])
arguments.add_argument("-s", "--subscription-name")
arguments.add_argument("-n", "--num-messages", type=int, default=1)
asked = arguments.parse_args()

client = pulsar.Client(os.environ["PULSAR_URL"], logger=pulsar.ConsoleLogger(pulsar.LoggerLevel.Error))
# As its start script does.
os.chdir("/")

if asked.command == "produce":
    # It keeps what stands between the first = and the second.
    properties = {name: value for name, value, *_ in (pair.split("=") for pair in asked.p)}
    with open(asked.files, "rb") as file:
        client.create_producer(asked.topic).send(file.read(), properties=properties)
else:
    position = getattr(pulsar.InitialPosition, (asked.p or ["Latest"])[0])
    consumer = client.subscribe(asked.topic, asked.subscription_name, initial_position=position)
    received = 0
    while asked.num_messages == 0 or received < asked.num_messages:
        message = consumer.receive()
        consumer.acknowledge(message)
        received += 1
        properties = ", ".join(f"{name}={value}" for name, value in message.properties().items())
        content = message.data().decode()
        print(f"----- got message -----\nkey:[null], properties:[{properties}], content:{content}", flush=True)

client.close()
