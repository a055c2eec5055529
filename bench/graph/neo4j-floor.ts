import { scopeKey } from '@agent-mem/contract';
import neo4j, { type Driver } from 'neo4j-driver';
import { scope } from '../stores/memories.ts';
import { type Answer, type Floor, longestWay } from './floor.ts';

const hidden = `['Guard', 'Settings', 'PurgeMark', 'FactBacklog', 'EpisodeBacklog', 'WeightChange']`;
const isShown = (node: string) => `${node}.status = 'ACTIVE' AND NOT ${node}.kind IN ${hidden}`;

const neighbours = `
MATCH (near:AgentMemNode {scope: $scope, id: $id})-[e:AGENT_MEM_EDGE]-(n:AgentMemNode)
WHERE n.status = 'ACTIVE'
RETURN e.id AS edge, 1 AS depth, properties(e) AS row, properties(n) AS node ORDER BY e.createdAt, e.id LIMIT $limit`;

const twoHops = `
MATCH (s:AgentMemNode {scope: $scope, id: $id})
CALL (s) {
  MATCH (s)-[e:AGENT_MEM_EDGE]-(n:AgentMemNode) WHERE n <> s AND ${isShown('n')}
  WITH n, e, coalesce(e.weight, .5) AS score ORDER BY score DESC, e.createdAt, e.id
  WITH n, collect({edge: e, score: score})[0] AS best
  RETURN collect({node: n, edge: best.edge, score: best.score}) AS ones, collect(n) AS near
}
CALL (s, ones, near) {
  UNWIND ones AS one
  RETURN one.node AS n, one.edge AS e, 1 AS depth
  UNION ALL
  WITH s, ones, near
  UNWIND ones AS one
  WITH s, near, one.node AS a, one.score AS score
  MATCH (a)-[e:AGENT_MEM_EDGE]-(n:AgentMemNode) WHERE n <> s AND ${isShown('n')} AND NOT n IN near
  WITH n, e, score * coalesce(e.weight, .5) / 2 AS score ORDER BY score DESC, e.createdAt, e.id
  WITH n, collect(e)[0] AS e
  RETURN n, e, 2 AS depth
}
WITH n, e, depth ORDER BY e.createdAt, e.id, n.id LIMIT $limit
RETURN e.id AS edge, depth, properties(e) AS row, properties(n) AS node`;

const way = (from: string) => `
MATCH (a:AgentMemNode {scope: $scope, id: $from}), (b:AgentMemNode {scope: $scope, id: $to})
MATCH p = ${from}((a)-[:AGENT_MEM_EDGE*..${longestWay}]-(b))
WHERE all(n IN nodes(p) WHERE ${isShown('n')})`;
const path = `${way('shortestPath')} RETURN [n IN nodes(p) | properties(n)] AS nodes, [e IN relationships(p) | properties(e)] AS edges`;
const paths = `${way('allShortestPaths')} RETURN DISTINCT [n IN nodes(p) | n.id] AS ids`;

type Row = Readonly<Record<string, unknown>>;

/** Bare Cypher over the labels of the adapter, whose scopes it asks for at the start alone. */
export function bareCypher(driver: Driver): Floor {
  /** A transaction of one statement. */
  const run = async (statement: string, parameters: Row): Promise<readonly Row[]> => {
    const session = driver.session();
    try {
      const { records } = await session.run(statement, { scope: scopeKey(scope), ...parameters });
      return records.map((record) => record.toObject());
    } finally {
      void session.close();
    }
  };
  return {
    neighbours: async (id, limit) => answerOf(await run(neighbours, { id, limit: neo4j.int(limit) })),
    twoHops: async (id, limit) => answerOf(await run(twoHops, { id, limit: neo4j.int(limit) })),
    async path(from, to) {
      const [found] = await run(path, { from, to });
      return { keys: () => ((found?.nodes ?? []) as readonly { readonly id: string }[]).map(({ id }) => id) };
    },
    async paths(from, to) {
      return new Set((await run(paths, { from, to })).map(({ ids }) => (ids as readonly string[]).join(' ')));
    },
  };
}

function answerOf(rows: readonly Row[]): Answer {
  return { keys: () => rows.map(({ edge, depth, node }) => `${depth} ${edge} ${(node as Row).id}`) };
}
