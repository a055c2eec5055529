import { once } from 'node:events';
import { systemClock } from '@agent-mem/contract';
import { openNeo4jGraph } from '@agent-mem/neo4j';
import { joinRelays } from './relaying.ts';

/** One of several processes that relay a graph on Neo4j: says that it has its share, goes when it is told, and says how much it has published. */
const [url = '', user = '', password = '', processes = '1'] = process.argv.slice(2);
await using graph = openNeo4jGraph({ url, user, password, clock: systemClock });
await using relaying = await joinRelays(graph, `process ${process.pid}`, Number(processes));
process.send?.('ready');
await once(process, 'message');
process.send?.(await relaying.go());
