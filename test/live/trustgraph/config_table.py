"""TrustGraph's table of configuration, of release 2.11.1, in a dict that starts with what the file CONFIG_SEED names: {workspace: {type: {key: value}}}."""

import json
import os


class ConfigTable:
    def __init__(self, *cassandra):
        with open(os.environ["CONFIG_SEED"]) as file:
            seed = json.load(file)
        self.version = 1
        self.values = {
            (workspace, type, key): json.dumps(value)
            for workspace, types in seed.items()
            for type, entries in types.items()
            for key, value in entries.items()
        }

    def rows(self, workspace=None, type=None):
        return [
            (w, t, k, value)
            for (w, t, k), value in sorted(self.values.items())
            if workspace in (None, w) and type in (None, t)
        ]

    async def inc_version(self):
        self.version += 1

    async def get_version(self):
        return self.version

    async def put_config(self, workspace, cls, key, value):
        self.values[(workspace, cls, key)] = value

    async def get_value(self, workspace, cls, key):
        return self.values.get((workspace, cls, key))

    async def get_values(self, workspace, cls):
        return [[key, value] for _, _, key, value in self.rows(workspace, cls)]

    async def get_values_all_ws(self, cls):
        return [(workspace, key, value) for workspace, _, key, value in self.rows(type=cls)]

    async def get_keys_all_ws(self, cls):
        return [(workspace, key) for workspace, _, key, _ in self.rows(type=cls)]

    async def get_all(self):
        return self.rows()

    async def get_all_for_workspace(self, workspace):
        return [row[1:] for row in self.rows(workspace)]

    async def get_keys(self, workspace, cls):
        return [key for _, _, key, _ in self.rows(workspace, cls)]

    async def delete_key(self, workspace, cls, key):
        self.values.pop((workspace, cls, key), None)
