import type { DatabaseSync } from 'node:sqlite';
import { scopeNumber } from '../stores/embedded.ts';
import type { Answer, Floor } from './floor.ts';

const shown = `n.status = 'ACTIVE' AND n.kind NOT IN ('Guard', 'Settings', 'PurgeMark', 'FactBacklog', 'EpisodeBacklog', 'WeightChange')`;
const edge =
  'e.id AS edge, e.kind AS edge_kind, e.from_id, e.to_id, e.weight AS edge_weight, e.created_at AS since, e.properties AS edge_properties';

const neighbours = `
SELECT * FROM (
  SELECT ${edge}, n.* FROM graph_edges AS e INDEXED BY graph_edges_out CROSS JOIN graph_nodes AS n ON n.scope = e.scope AND n.id = e.to_id
  WHERE e.scope = $scope AND e.from_id = $id AND n.status = 'ACTIVE' ORDER BY e.created_at, e.id LIMIT $limit)
UNION ALL SELECT * FROM (
  SELECT ${edge}, n.* FROM graph_edges AS e INDEXED BY graph_edges_in CROSS JOIN graph_nodes AS n ON n.scope = e.scope AND n.id = e.from_id
  WHERE e.scope = $scope AND e.to_id = $id AND e.from_id <> e.to_id AND n.status = 'ACTIVE' ORDER BY e.created_at, e.id LIMIT $limit)
ORDER BY since, edge LIMIT $limit`;

/** Of the edges that lead to a node the strongest, of equal ones the earliest. */
const best = (candidates: string): string => `
  SELECT far, edge, score, since FROM (
    SELECT far, edge, score, since, row_number() OVER (PARTITION BY far ORDER BY score DESC, since, edge) AS nth
    FROM (${candidates}) CROSS JOIN graph_nodes AS n ON n.scope = $scope AND n.id = far AND ${shown}
    WHERE far <> $id) WHERE nth = 1`;

const twoHops = `
WITH one AS MATERIALIZED (${best(`
  SELECT e.to_id AS far, e.id AS edge, e.created_at AS since, ifnull(e.weight, .5) AS score
  FROM graph_edges AS e INDEXED BY graph_edges_out WHERE e.scope = $scope AND e.from_id = $id
  UNION ALL
  SELECT e.from_id, e.id, e.created_at, ifnull(e.weight, .5)
  FROM graph_edges AS e INDEXED BY graph_edges_in WHERE e.scope = $scope AND e.to_id = $id`)}),
two AS (${best(`
  SELECT e.to_id AS far, e.id AS edge, e.created_at AS since, one.score * ifnull(e.weight, .5) / 2 AS score
  FROM one CROSS JOIN graph_edges AS e INDEXED BY graph_edges_out ON e.scope = $scope AND e.from_id = one.far
  WHERE e.to_id NOT IN (SELECT far FROM one)
  UNION ALL
  SELECT e.from_id, e.id, e.created_at, one.score * ifnull(e.weight, .5) / 2
  FROM one CROSS JOIN graph_edges AS e INDEXED BY graph_edges_in ON e.scope = $scope AND e.to_id = one.far
  WHERE e.from_id NOT IN (SELECT far FROM one)`)})
SELECT depth, ${edge}, n.* FROM (
  SELECT * FROM (SELECT 1 AS depth, far, edge, since FROM one UNION ALL SELECT 2, far, edge, since FROM two)
  ORDER BY since, edge, far LIMIT $limit
) AS page CROSS JOIN graph_edges AS e ON e.scope = $scope AND e.id = page.edge
CROSS JOIN graph_nodes AS n ON n.scope = $scope AND n.id = page.far
ORDER BY page.since, page.edge, page.far`;

/** Where one edge leads from the nodes \`far\` of \`asked\`; \`more\` is carried on. */
const step = (asked: string, more: string): string => `
  SELECT e.to_id AS far, e.id AS edge${more} FROM ${asked} AS asked
    CROSS JOIN graph_edges AS e INDEXED BY graph_edges_out ON e.scope = $scope AND e.from_id = asked.far
    CROSS JOIN graph_nodes AS n ON n.scope = $scope AND n.id = e.to_id AND ${shown}
  UNION ALL
  SELECT e.from_id, e.id${more} FROM ${asked} AS asked
    CROSS JOIN graph_edges AS e INDEXED BY graph_edges_in ON e.scope = $scope AND e.to_id = asked.far
    CROSS JOIN graph_nodes AS n ON n.scope = $scope AND n.id = e.from_id AND ${shown}`;

/** Each end goes two edges, and they meet: ways of each length, the shortest first. */
const circles = `
WITH a1 AS MATERIALIZED (${step('(SELECT $from AS far)', '')}),
b1 AS MATERIALIZED (${step('(SELECT $to AS far)', '')}),
a2 AS MATERIALIZED (${step('a1', ', asked.far AS before, asked.edge AS first')}),
b2 AS MATERIALIZED (${step('b1', ', asked.far AS before, asked.edge AS first')})`;
const lengths = [
  'SELECT 1 AS length, NULL AS n1, NULL AS n2, NULL AS n3, edge AS e1, NULL AS e2, NULL AS e3, NULL AS e4 FROM a1 WHERE far = $to',
  'SELECT 2, a1.far, NULL, NULL, a1.edge, b1.edge, NULL, NULL FROM a1 JOIN b1 ON b1.far = a1.far',
  'SELECT 3, a2.before, a2.far, NULL, a2.first, a2.edge, b1.edge, NULL FROM a2 JOIN b1 ON b1.far = a2.far',
  'SELECT 4, a2.before, a2.far, b2.before, a2.first, a2.edge, b2.edge, b2.first FROM a2 JOIN b2 ON b2.far = a2.far',
];
/** SQLite takes the arms in their order, and no further than the limit. */
const path = `${circles} ${lengths.join(' UNION ALL ')} LIMIT 1`;
const paths = `${circles} SELECT * FROM (${lengths.join(' UNION ALL ')}) ORDER BY length`;

/** Bare statements over the tables of the adapter. */
export function bareSql(database: DatabaseSync): Floor {
  const scope = { scope: scopeNumber };
  const statements = {
    neighbours: database.prepare(neighbours),
    twoHops: database.prepare(twoHops),
    path: database.prepare(path),
    paths: database.prepare(paths),
    nodes: database.prepare(
      'SELECT n.* FROM json_each(?) AS asked CROSS JOIN graph_nodes AS n ON n.scope = ? AND n.id = asked.value',
    ),
    edges: database.prepare(
      'SELECT e.* FROM json_each(?) AS asked CROSS JOIN graph_edges AS e ON e.scope = ? AND e.id = asked.value',
    ),
  };
  return {
    neighbours: async (id, limit) => answerOf(statements.neighbours.all({ ...scope, id, limit })),
    twoHops: async (id, limit) => answerOf(statements.twoHops.all({ ...scope, id, limit })),
    async path(from, to) {
      const way = statements.path.get({ ...scope, from, to });
      if (!way) return { keys: () => [] };
      const nodes = statements.nodes.all(JSON.stringify(nodesOf(way, from, to)), scopeNumber);
      statements.edges.all(JSON.stringify([way.e1, way.e2, way.e3, way.e4].filter((id) => id !== null)), scopeNumber);
      return { keys: () => nodes.map(({ id }) => String(id)) };
    },
    async paths(from, to) {
      const ways = statements.paths.all({ ...scope, from, to });
      return new Set(ways.flatMap((way) => (way.length === ways[0]?.length ? nodesOf(way, from, to).join(' ') : [])));
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

function answerOf(rows: readonly Row[]): Answer {
  return { keys: () => rows.map(({ edge, id, depth = 1 }) => `${depth} ${edge} ${id}`) };
}

function nodesOf({ n1, n2, n3 }: Row, from: string, to: string): readonly string[] {
  return [from, ...[n1, n2, n3].filter((id) => id !== null).map(String), to];
}
