"""Runs one of TrustGraph's programs by its name, on this machine alone: it listens on 127.0.0.1 only, keeps the configuration in a dict in place of
Cassandra, and asks once, not for a minute, for the signing key that the service without authentication never has. All else is as installed."""

import sys
import types
from importlib.metadata import entry_points

from aiohttp import web

name = sys.argv[1]
sys.argv = sys.argv[1:]

if name == "config-svc":
    from config_table import ConfigTable

    module = types.ModuleType("trustgraph.tables.config")
    module.ConfigTableStore = ConfigTable
    sys.modules["trustgraph.tables.config"] = module

if name == "api-gateway":
    from trustgraph.gateway.auth import IamAuth

    IamAuth.start.__defaults__ = (1, 0)
    run_app = web.run_app
    web.run_app = lambda app, **options: run_app(app, host="127.0.0.1", **options)

(program,) = [each for each in entry_points(group="console_scripts") if each.name == name]
sys.exit(program.load()())
