import { decodeCursor, type EdgesQuery, type NeighbourQuery } from '@agent-mem/storage';
import { noWeight } from '@agent-mem/storage/internal';
import { heaviestFirst, lightestFirst } from './edge-rank.ts';
import type { BoundSql } from './find.ts';
import { edgeColumns } from './rows.ts';

/** A page of neighbours, and one row more, which tells whether another page follows. */
export function neighboursSql(scope: number, id: string, query: NeighbourQuery): BoundSql {
  const rank = rankOf(query.sort);
  const after = decodeCursor(query.sort ?? 'createdAt', query.cursor);
  const conditions = conditionsOf(query);
  if (after) conditions.push({ sql: `(${rank}, e.id) > (?, ?)`, values: [after.value ?? noWeight, after.id] });

  const order = `LIMIT ${query.limit + 1}`;
  const branch = (near: string, far: string, index: string, more: string): string =>
    `SELECT * FROM (
       SELECT ${edgeColumns}, ${rank} AS edge_rank, n.*
       FROM graph_edges AS e INDEXED BY ${index} CROSS JOIN graph_nodes AS n ON n.scope = e.scope AND n.id = e.${far}
       WHERE e.scope = ? AND e.${near} = ?${more} AND ${conditions.map(({ sql }) => sql).join(' AND ')}
       ORDER BY ${rank}, e.id ${order})`;
  const branches: string[] = [];
  if (query.direction !== 'in') branches.push(branch('from_id', 'to_id', 'graph_edges_out', ''));
  // An edge from a node to itself has come with the other branch already.
  if (query.direction !== 'out') {
    branches.push(branch('to_id', 'from_id', indexIn(query), query.direction === 'both' ? ' AND e.from_id <> e.to_id' : ''));
  }
  return {
    sql: `${branches.join(' UNION ALL ')} ORDER BY edge_rank, edge_id ${order}`,
    values: branches.flatMap(() => [scope, id, ...conditions.flatMap(({ values }) => values)]),
  };
}

/** The edges of several nodes, the earliest first; one between two of them may come twice. */
export function edgesAroundSql(scope: number, ids: readonly string[], query: EdgesQuery): BoundSql {
  const { sql, values } = aroundSql(scope, ids, query, () => edgeColumns);
  return { sql: `${sql} ORDER BY edge_created_at, edge_id LIMIT ${2 * query.limit}`, values };
}

/** The steps from several nodes, in no order. Their rows are not whole, so that nothing verifies them: an answer reads its edges by id. */
export function stepsSql(scope: number, ids: readonly string[], query: EdgesQuery): BoundSql {
  const columns = (far: string) => `e.id AS edgeId, asked.value AS "from", e.${far} AS "to", e.weight, e.created_at AS createdAt`;
  const { sql, values } = aroundSql(scope, ids, query, columns);
  return { sql: `${sql} LIMIT ${query.limit}`, values };
}

function aroundSql(scope: number, ids: readonly string[], query: EdgesQuery, columns: (far: string) => string): BoundSql {
  const conditions = conditionsOf(query);
  if (query.exceptKinds?.length) {
    const { sql, values } = oneOf('n.kind', query.exceptKinds);
    conditions.push({ sql: `NOT ${sql}`, values });
  }
  const branch = (near: string, far: string, index: string): string =>
    `SELECT ${columns(far)}
     FROM json_each(?) AS asked CROSS JOIN graph_edges AS e INDEXED BY ${index} ON e.scope = ? AND e.${near} = asked.value
     CROSS JOIN graph_nodes AS n ON n.scope = e.scope AND n.id = e.${far}
     WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  const branches: string[] = [];
  if (query.direction !== 'in') branches.push(branch('from_id', 'to_id', 'graph_edges_out'));
  if (query.direction !== 'out') branches.push(branch('to_id', 'from_id', 'graph_edges_in'));
  const asked = JSON.stringify(ids);
  return {
    sql: branches.join(' UNION ALL '),
    values: branches.flatMap(() => [asked, scope, ...conditions.flatMap(({ values }) => values)]),
  };
}

function conditionsOf(query: Pick<NeighbourQuery, 'statuses' | 'kinds' | 'minWeight' | 'maxWeight'>): BoundSql[] {
  const conditions: BoundSql[] = [oneOf('n.status', query.statuses ?? ['ACTIVE'])];
  if (query.kinds) conditions.push(oneOf('e.kind', query.kinds));
  if (query.minWeight !== undefined) conditions.push({ sql: 'e.weight >= ?', values: [query.minWeight] });
  if (query.maxWeight !== undefined) conditions.push({ sql: 'e.weight <= ?', values: [query.maxWeight] });
  return conditions;
}

function rankOf(sort: NeighbourQuery['sort']): string {
  if (sort === undefined || sort === 'createdAt') return 'e.created_at';
  return sort === 'weightAscending' ? lightestFirst('e.weight') : heaviestFirst('e.weight');
}

/** The index in whose order a page of edges to a node comes, as far as there is one. */
function indexIn({ sort, kinds }: NeighbourQuery): string {
  return sort === 'weightDescending' && kinds?.length === 1 ? 'graph_edges_in_by_weight' : 'graph_edges_in';
}

function oneOf(column: string, values: readonly string[]): BoundSql {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values };
}
