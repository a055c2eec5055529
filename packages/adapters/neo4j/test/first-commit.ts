import { node } from '@agent-mem/storage/contract-suite/fixtures';
/** Opens the graph on a server, commits one node, and prints its version: what a process does at its first start. */

import { scopeOf, systemClock } from '@agent-mem/contract';
import { openNeo4jGraph } from '../src/index.ts';

const [url = '', user = '', password = '', workspace = '', id = '', timeoutMs = '120000'] = process.argv.slice(2);
await using graph = openNeo4jGraph({ url, user, password, clock: systemClock, timeoutMs: Number(timeoutMs) });
const { versions } = await graph.commit(scopeOf({ workspace, user: 'user', collection: 'default' }), { nodes: [node({ id })] });
process.stdout.write(`${JSON.stringify(versions)}\n`);
