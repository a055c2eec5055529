import type { Scope } from '@agent-mem/contract';
import type { GraphPurge, GraphPurged } from '@agent-mem/storage';
import { standsOnlyFor, survivesPurge } from '@agent-mem/storage/internal';
import type { Row, Transaction } from '../file/index.ts';

type Removed = { readonly nodes: number; readonly edges: number; readonly versions: number; readonly replies: readonly Row[] };

/** Removes nodes with all that hangs on them, or everything, in the transaction of the caller. */
export function purgeGraph(transaction: Transaction, scope: Scope, id: number, what: GraphPurge): GraphPurged {
  const removed = what === 'everything' ? purgeAll(transaction, id) : purgeNodes(transaction, id, what);
  return {
    ...removed,
    replies: removed.replies.map(({ operation, key }) => ({ operation: String(operation), key: String(key) })),
    events: purgeOutbox(transaction, scope, what),
  };
}

function purgeAll({ statement }: Transaction, scope: number): Removed {
  const remove = (sql: string, ...values: readonly string[]) => Number(statement(sql).run(scope, ...values).changes);
  return {
    nodes: remove(
      'DELETE FROM graph_nodes WHERE scope = ? AND kind NOT IN (SELECT value FROM json_each(?))',
      JSON.stringify(survivesPurge),
    ),
    edges: remove('DELETE FROM graph_edges WHERE scope = ?'),
    versions: remove('DELETE FROM graph_history WHERE scope = ?'),
    replies: statement('DELETE FROM graph_replies WHERE scope = ? RETURNING operation, key').all(scope),
  };
}

function purgeNodes(
  { statement }: Transaction,
  scope: number,
  { ids, names = [], statesOf }: Exclude<GraphPurge, 'everything'>,
): Removed {
  const asked = new Set(ids);
  const uniqueKeys = statement(uniqueKeysSql)
    .all(scope, JSON.stringify(ids))
    .filter((row) => standsOnlyFor(JSON.parse(String(row.properties)), asked));
  const gone = JSON.stringify([...new Set([...ids, ...uniqueKeys.map((row) => String(row.id))])]);
  const remove = (sql: string, ...values: readonly string[]) => Number(statement(sql).run(scope, ...values).changes);
  return {
    edges:
      remove('DELETE FROM graph_edges WHERE scope = ? AND from_id IN (SELECT value FROM json_each(?))', gone) +
      remove('DELETE FROM graph_edges WHERE scope = ? AND to_id IN (SELECT value FROM json_each(?))', gone),
    versions:
      remove('DELETE FROM graph_history WHERE scope = ? AND id IN (SELECT value FROM json_each(?))', gone) +
      (statesOf ? remove(statesSql, statesOf.conversationId, JSON.stringify(statesOf.kinds)) : 0),
    nodes: remove('DELETE FROM graph_nodes WHERE scope = ? AND id IN (SELECT value FROM json_each(?))', gone),
    replies: statement(repliesSql).all(scope, JSON.stringify([...ids, ...names])),
  };
}

function purgeOutbox({ statement }: Transaction, { workspace, user, collection }: Scope, what: GraphPurge): number {
  const ofScope = `event ->> '$.workspace' = ? AND event ->> '$.user' = ? AND event ->> '$.collection' = ?`;
  const members = [workspace, user, collection];
  if (what === 'everything') return Number(statement(`DELETE FROM graph_outbox WHERE ${ofScope}`).run(...members).changes);
  const texts = JSON.stringify([...what.ids, ...(what.names ?? [])]);
  const sql = `DELETE FROM graph_outbox WHERE ${ofScope} AND ${holdsAny('event')}`;
  return Number(statement(sql).run(...members, texts).changes);
}

/** Whether a text of JSON has one of the values in it, as a whole. */
function holdsAny(column: string): string {
  return `EXISTS (SELECT 1 FROM json_tree(${column}) AS part WHERE part.type = 'text' AND part.atom IN (SELECT value FROM json_each(?)))`;
}

const uniqueKeysSql = `SELECT id, properties FROM graph_nodes WHERE scope = ? AND kind = 'Guard' AND ${holdsAny('properties')}`;

const statesSql = `DELETE FROM graph_history
  WHERE scope = ? AND node ->> '$.conversationId' = ? AND node ->> '$.kind' IN (SELECT value FROM json_each(?))`;

const repliesSql = `DELETE FROM graph_replies WHERE scope = ? AND ${holdsAny('reply')} RETURNING operation, key`;
