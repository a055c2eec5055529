import type { GraphEdge, GraphNode, Way, WaysQuery } from '@agent-mem/storage';
import { type Row, whole } from '../connection.ts';
import { type ScopedStatement, scoped } from '../statement.ts';
import type { BoundStatement } from './find.ts';
import { edgeMembers, edgeOfRow, nodeMembers, nodeOfRow } from './records.ts';

type Search = 'shortestPath' | 'allShortestPaths';

const lengths = [1, 2, 3, 4, 5, 6] as const;
const ofAnyKind = ' AND all(e IN relationships(way) WHERE e.kind IN $kinds)';
const statements = {
  shortestPath: {
    all: lengths.map((length) => wayStatement('shortestPath', length)),
    some: lengths.map((length) => wayStatement('shortestPath', length, ofAnyKind)),
  },
  allShortestPaths: {
    all: lengths.map((length) => wayStatement('allShortestPaths', length)),
    some: lengths.map((length) => wayStatement('allShortestPaths', length, ofAnyKind)),
  },
};

/**
 * The server looks from both ends at once, as long as what it asks of a way is asked of each node or each edge: else it would look at all ways.
 * The length of a pattern cannot be a parameter.
 */
function wayStatement(search: Search, length: number, ofKind = ''): ScopedStatement {
  return scoped(`
MATCH way = ${search}((a:AgentMemNode {scope: $scope, id: $from})-[:AGENT_MEM_EDGE*..${length}]-(b:AgentMemNode {scope: $scope, id: $to}))
WHERE all(n IN nodes(way) WHERE n.scope = $scope AND (n.status = 'ACTIVE' AND NOT n.kind IN $exceptKinds OR n = a OR n = b))${ofKind}
RETURN [n IN nodes(way) | ${nodeMembers}] AS nodes, [e IN relationships(way) | ${edgeMembers}] AS edges
LIMIT $limit`);
}

/** The shortest ways between two nodes. */
export function waysStatement({ from, to, kinds, exceptKinds = [], maxLength, limit }: WaysQuery): BoundStatement {
  const ofLength = statements[limit === 1 ? 'shortestPath' : 'allShortestPaths'][kinds ? 'some' : 'all'];
  return {
    // `checkWays` has seen that the length is one of these.
    statement: ofLength[maxLength - 1] as ScopedStatement,
    parameters: { from, to, exceptKinds, limit: whole(limit), ...(kinds && { kinds }) },
  };
}

/** Of a row of `waysStatement`. */
export function wayOfRow({ nodes, edges }: Row): Way {
  return {
    nodes: (nodes as readonly GraphNode[]).map((node) => nodeOfRow({ node })),
    edges: (edges as readonly GraphEdge[]).map((edge) => edgeOfRow({ edge })),
  };
}
