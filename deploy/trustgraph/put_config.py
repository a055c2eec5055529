"""Puts the files FOLDER/<type>/<key>.json into TrustGraph's configuration, all in one change.

usage: put_config.py FOLDER

TRUSTGRAPH_URL, TRUSTGRAPH_TOKEN and TRUSTGRAPH_WORKSPACE are those of the tg- commands. One change, because TrustGraph's agents read a change
of tools without one of tool services as if there were no tool services, and the other way round as if there were no tools.
"""

import os
import pathlib
import sys

from trustgraph.api import Api
from trustgraph.api.types import ConfigValue

if len(sys.argv) != 2:
    sys.exit(__doc__)

api = Api(
    os.getenv("TRUSTGRAPH_URL", "http://localhost:8888/"),
    token=os.getenv("TRUSTGRAPH_TOKEN"),
    workspace=os.getenv("TRUSTGRAPH_WORKSPACE", "default"),
)
values = [
    ConfigValue(type=file.parent.name, key=file.stem, value=file.read_text())
    for file in sorted(pathlib.Path(sys.argv[1]).glob("*/*.json"))
]
if not values:
    sys.exit(f"{sys.argv[1]} has no files <type>/<key>.json")
api.config().put(values)
for value in values:
    print(f"{value.type}/{value.key}")
