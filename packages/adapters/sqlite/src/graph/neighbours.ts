import { decodeCursor, type GraphEdge, type NeighbourQuery } from '@agent-mem/storage';
import type { BoundSql } from './find.ts';
import { edgeColumns } from './rows.ts';

/** Sorts behind every weight; the cursor carries it as it is. */
const noWeight = Number.MAX_VALUE;

/** A page of neighbours, and one row more, which tells whether another page follows. */
export function neighboursSql(scope: number, id: string, query: NeighbourQuery): BoundSql {
  const rank = rankOf(query.sort);
  const after = decodeCursor(query.sort ?? 'createdAt', query.cursor);
  const conditions: BoundSql[] = [{ ...oneOf('n.status', query.statuses ?? ['ACTIVE']) }];
  if (query.kinds) conditions.push(oneOf('e.kind', query.kinds));
  if (query.minWeight !== undefined) conditions.push({ sql: 'e.weight >= ?', values: [query.minWeight] });
  if (query.maxWeight !== undefined) conditions.push({ sql: 'e.weight <= ?', values: [query.maxWeight] });
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
    branches.push(branch('to_id', 'from_id', 'graph_edges_in', query.direction === 'both' ? ' AND e.from_id <> e.to_id' : ''));
  }
  return {
    sql: `${branches.join(' UNION ALL ')} ORDER BY edge_rank, edge_id ${order}`,
    values: branches.flatMap(() => [scope, id, ...conditions.flatMap(({ values }) => values)]),
  };
}

/** What the page is sorted by, as the cursor holds it. */
export function edgeRank(edge: GraphEdge, sort: NeighbourQuery['sort']): string | number {
  if (sort === undefined || sort === 'createdAt') return edge.createdAt;
  if (edge.weight === null) return noWeight;
  return sort === 'weightAscending' ? edge.weight : -edge.weight;
}

function rankOf(sort: NeighbourQuery['sort']): string {
  if (sort === undefined || sort === 'createdAt') return 'e.created_at';
  return `ifnull(${sort === 'weightAscending' ? 'e.weight' : '-e.weight'}, ${noWeight})`;
}

function oneOf(column: string, values: readonly string[]): BoundSql {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values };
}
