import { systemClock } from '@agent-mem/contract';
import { openSqliteGraph } from '@agent-mem/sqlite';
import { openEmbedded } from '../stores/embedded.ts';
import type { OpenedGraph } from './floor.ts';
import { bareSql } from './sqlite-floor.ts';

/** The Graph in an embedded file of its own, beside bare statements. */
export async function embeddedGraph(): Promise<OpenedGraph> {
  const embedded = await openEmbedded();
  const graph = openSqliteGraph(embedded.file, { clock: systemClock });
  const floor = bareSql(embedded.database);
  return { store: 'SQLite', graph, floor, goal: 2, [Symbol.asyncDispose]: () => embedded[Symbol.asyncDispose]() };
}
