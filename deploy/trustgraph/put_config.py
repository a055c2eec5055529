"""Puts the files FOLDER/<type>/<key>.json into TrustGraph's configuration, all in one change.

usage: put_config.py FOLDER

TRUSTGRAPH_URL, TRUSTGRAPH_TOKEN and TRUSTGRAPH_WORKSPACE are those of the tg- commands. The tools and tool services that are there are put again
with them, as they are: TrustGraph's agents read a change of one of the two as if there were none of the other.
"""

import os
import pathlib
import sys

from trustgraph.api import Api
from trustgraph.api.types import ConfigValue

together = ["tool-service", "tool"]

if len(sys.argv) != 2:
    sys.exit(__doc__)

config = Api(
    os.getenv("TRUSTGRAPH_URL", "http://localhost:8888/"),
    token=os.getenv("TRUSTGRAPH_TOKEN"),
    workspace=os.getenv("TRUSTGRAPH_WORKSPACE", "default"),
).config()
files = {
    (file.parent.name, file.stem): file.read_text()
    for file in sorted(pathlib.Path(sys.argv[1]).glob("*/*.json"))
}
if not files:
    sys.exit(f"{sys.argv[1]} has no files <type>/<key>.json")
present = {}
if any(type in together for type, _ in files):
    for type in together:
        present |= {(type, value.key): value.value for value in config.get_values(type)}
config.put([ConfigValue(type=type, key=key, value=value) for (type, key), value in (present | files).items()])
for type, key in files:
    print(f"{type}/{key}")
