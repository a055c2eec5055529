import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeCursor, type GraphNode, type NodeQuery } from '@agent-mem/storage';
import type { EmbeddedFile } from '../file/index.ts';
import { findSql } from './find.ts';
import { nodeOfRow } from './rows.ts';

/** So many nodes are looked through in one turn of the event loop. */
const seenAtOnce = 100;

/**
 * The first nodes that have these properties, one more than the query's limit if there are more. No index knows properties: nodes are looked through some at a
 * time, so that others have their turns.
 */
export async function findWhere(
  file: EmbeddedFile,
  scope: number,
  { where = {}, ...query }: NodeQuery,
): Promise<readonly GraphNode[]> {
  const wanted = Object.entries(where);
  const found: GraphNode[] = [];
  for (let cursor = query.cursor ?? null; ; ) {
    const sql = findSql(scope, { ...query, cursor, limit: seenAtOnce });
    if (!sql) return found;
    const seen = file.read(({ statement }) =>
      statement(sql.sql)
        .all(...sql.values)
        .map(nodeOfRow),
    );
    const page = seen.slice(0, seenAtOnce);
    found.push(...page.filter(({ properties }) => wanted.every(([member, value]) => properties[member] === value)));
    const last = page.at(-1);
    if (!last || seen.length <= seenAtOnce || found.length > query.limit) return found;
    cursor = encodeCursor(query.order, { value: last[query.order], id: last.id });
    await nextTurn();
  }
}
