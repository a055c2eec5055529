import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { completeEvent, scopeOf, systemClock } from '@agent-mem/contract';
import { openNeo4jGraph } from '@agent-mem/neo4j';
import type { Graph } from '@agent-mem/storage';
import { findNeo4j, startNeo4j } from '../../test/live/neo4j/server.ts';
import { table } from '../markdown-table.ts';
import { embeddedGraph } from '../stores/graph/sqlite.ts';
import { needed } from '../stores/live.ts';
import { joinRelays, publishMs } from './relaying.ts';

const users = 200;
const perCommit = 50;

/** `relay [events]`: how fast waiting events are published, by one process and by two. */
export async function runRelay([count = '20000']: readonly string[]): Promise<string> {
  const events = Number(count);
  if (!Number.isInteger(events) || events < 1_000) throw new Error('relay: events: a whole number from 1,000');
  const rows = [await embedded(events)];
  await using server = await startNeo4j(needed('Neo4j', findNeo4j()));
  // Its first statements are compiled, and its caches filled, before the clock counts.
  await onNeo4j(server, events, 1);
  for (const processes of [1, 2]) rows.push(await onNeo4j(server, events, processes));
  const title = `${events} events of ${users} scopes, a bus that acknowledges in ${publishMs} ms`;
  return `${title}\n\n${table(['store', 'processes', 'events a second', 'published by each'], rows)}`;
}

async function embedded(events: number): Promise<string[]> {
  await using opened = await embeddedGraph();
  await fill(opened.graph, events);
  await using relaying = await joinRelays(opened.graph, 'only', 1);
  const startedAt = performance.now();
  const published = await relaying.go();
  return rowOf('SQLite', events, performance.now() - startedAt, [published]);
}

async function onNeo4j(
  server: { readonly url: string; readonly user: string; readonly password: string },
  events: number,
  processes: number,
) {
  const { url, user, password } = server;
  await using graph = openNeo4jGraph({ url, user, password, clock: systemClock });
  await fill(graph, events);
  const program = join(import.meta.dirname, 'process.ts');
  const children = Array.from({ length: processes }, () => fork(program, [url, user, password, String(processes)]));
  await Promise.all(children.map((child) => once(child, 'message')));
  const startedAt = performance.now();
  const exits = children.map((child) => once(child, 'exit'));
  const counts = Promise.all(children.map(async (child) => Number((await once(child, 'message'))[0])));
  for (const child of children) child.send('go');
  const published = await counts;
  const ms = performance.now() - startedAt;
  await Promise.all(exits);
  return rowOf('Neo4j', events, ms, published);
}

function rowOf(store: string, events: number, ms: number, published: readonly number[]): string[] {
  return [store, String(published.length), String(Math.round((events / ms) * 1_000)), published.join(' + ')];
}

async function fill(graph: Graph, events: number): Promise<void> {
  for (let number = 0; number < events; number += perCommit) {
    const scope = scopeOf({ workspace: 'bench', user: `user-${(number / perCommit) % users}`, collection: 'c' });
    const own = Array.from({ length: Math.min(perCommit, events - number) }, (_, n) =>
      completeEvent({
        ...scope,
        id: `evt_${number + n}`,
        type: 'fact-stored',
        conversation_id: `c${n % 10}`,
        timestamp: '2026-05-01T10:00:00.000Z',
        data: { fact_stored: { fact_id: `fact_${n}` } },
      }),
    );
    await graph.commit(scope, { events: own });
  }
}
