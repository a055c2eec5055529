import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GraphEdge } from '@agent-mem/storage';
import type { EmbeddedFile } from '../file/index.ts';

/** So many edges are looked at in one turn of the event loop. */
const atOnce = 500;

/** The edges of a scope one of whose ends is no node of it. `scope`: `null` where nobody has written. */
export async function* looseEdges(file: EmbeddedFile, scope: number | null): AsyncIterable<Pick<GraphEdge, 'id' | 'kind'>> {
  if (scope === null) return;
  for (let after = ''; ; ) {
    const rows = file.read(({ statement }) => statement(edgesSql).all(scope, after));
    for (const { id, kind, whole } of rows) if (whole === 0) yield { id: String(id), kind: String(kind) };
    if (rows.length < atOnce) return;
    after = String(rows.at(-1)?.id);
    await nextTurn();
  }
}

const isNode = (end: string) => `EXISTS (SELECT 1 FROM graph_nodes AS n WHERE n.scope = e.scope AND n.id = e.${end})`;

const edgesSql = `SELECT e.id, e.kind, ${isNode('from_id')} AND ${isNode('to_id')} AS whole
  FROM graph_edges AS e WHERE e.scope = ? AND e.id > ? ORDER BY e.id LIMIT ${atOnce}`;
