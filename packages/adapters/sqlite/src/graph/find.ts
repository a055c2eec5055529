import type { NodeQuery } from '@agent-mem/storage';
import { decodeCursor } from '@agent-mem/storage';
import { noOrdinal } from './rows.ts';

/** SQL and what is bound to it. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

type Filter = Pick<NodeQuery, 'kinds' | 'statuses' | 'conversationId' | 'ordinals' | 'where' | 'weights'>;

const columns = { createdAt: 'created_at', updatedAt: 'updated_at', ordinal: 'ordinal', weight: 'weight' } as const;

/**
 * The page of a query, and one row more, which tells whether another page follows. `null`: nothing can match.
 * Each kind and status is a search of its own in an index that is already in order; only their heads are merged.
 */
export function findSql(scope: number, query: NodeQuery): BoundSql | null {
  const column = columns[query.order];
  const direction = query.descending ? 'DESC' : 'ASC';
  const order = `ORDER BY ${column} ${direction}, id ${direction} LIMIT ${query.limit + 1}`;
  const after = decodeCursor(query.order, query.cursor);
  const cut: BoundSql = after
    ? { sql: ` AND (${column}, id) ${query.descending ? '<' : '>'} (?, ?)`, values: [after.value ?? noOrdinal, after.id] }
    : { sql: '', values: [] };
  const index = indexFor(query);
  // A partial index is used only where its own condition stands.
  const bears = query.order === 'weight' ? ' AND weight IS NOT NULL' : '';
  const branches = branchesOf(scope, query).map(({ sql, values }) => ({
    sql: `SELECT * FROM (SELECT * FROM graph_nodes INDEXED BY ${index} WHERE ${sql}${bears}${cut.sql} ${order})`,
    values: [...values, ...cut.values],
  }));
  if (branches.length === 0) return null;
  return {
    sql: `${branches.map(({ sql }) => sql).join(' UNION ALL ')} ${order}`,
    values: branches.flatMap(({ values }) => values),
  };
}

/** Counts what a query matches. */
export function countSql(scope: number, query: Filter): BoundSql | null {
  const branches = branchesOf(scope, query);
  if (branches.length === 0) return null;
  const index = indexFor({ ...query, order: 'createdAt' });
  const counts = branches.map(({ sql }) => `(SELECT count(*) FROM graph_nodes INDEXED BY ${index} WHERE ${sql})`);
  return { sql: `SELECT ${counts.join(' + ')} AS nodes`, values: branches.flatMap(({ values }) => values) };
}

/** SQLite has no statistics of a young file and would guess; each shape of query has one index that fits. */
function indexFor(query: Pick<NodeQuery, 'conversationId' | 'order'>): string {
  if (query.conversationId !== undefined) return 'graph_nodes_by_conversation';
  if (query.order === 'weight') return 'graph_nodes_by_weight';
  return query.order === 'updatedAt' ? 'graph_nodes_by_updated' : 'graph_nodes_by_created';
}

function branchesOf(scope: number, query: Filter): BoundSql[] {
  const { conversationId, ordinals = {}, where = {}, weights = {} } = query;
  const conditions: BoundSql[] = [];
  if (conversationId !== undefined) conditions.push({ sql: 'conversation_id = ?', values: [conversationId] });
  if (ordinals.from !== undefined) conditions.push({ sql: 'ordinal >= ?', values: [Math.max(ordinals.from, 0)] });
  if (ordinals.to !== undefined) conditions.push({ sql: 'ordinal BETWEEN 0 AND ?', values: [ordinals.to] });
  if (weights.from !== undefined) conditions.push({ sql: 'weight >= ?', values: [weights.from] });
  if (weights.to !== undefined) conditions.push({ sql: 'weight <= ?', values: [weights.to] });
  conditions.push(...Object.entries(where).map(([member, value]) => hasProperty(member, value)));
  return [...new Set(query.kinds)].flatMap((kind) =>
    [...new Set(query.statuses ?? ['ACTIVE'])].map((status) => ({
      sql: ['scope = ? AND kind = ? AND status = ?', ...conditions.map(({ sql }) => sql)].join(' AND '),
      values: [scope, kind, status, ...conditions.flatMap(({ values }) => values)],
    })),
  );
}

/** Through json_each, because a JSON path cannot name every member. The type is compared too: 1 is not true, and not "1". */
function hasProperty(member: string, value: string | number | boolean): BoundSql {
  const exists = (condition: string) => `EXISTS (SELECT 1 FROM json_each(properties) AS p WHERE p.key = ? AND ${condition})`;
  if (typeof value === 'boolean') return { sql: exists(`p.type = '${value}'`), values: [member] };
  const types = typeof value === 'number' ? "('integer', 'real')" : "('text')";
  return { sql: exists(`p.type IN ${types} AND p.value = ?`), values: [member, value] };
}
