import { scoped } from '../statement.ts';

/**
 * Takes every lock of the commit, in one order, so that no two commits wait for each other.
 *
 * Neo4j reads what is committed at the moment of reading: `MATCH … WHERE n.version = 1 SET n.version = 2` of two writers can both
 * match before either writes, and one write is lost. So each node is first written to (`lock`), which holds it until the transaction
 * ends. A node that is not there cannot be written to; MERGE makes it, and the uniqueness constraint lets one maker through while the
 * others wait, and then find what it left. This is a statement of its own because within one the planner may read a version before
 * the clause that locks. The ends of edges are among the nodes: an edge locks them anyway, then in an order of its own.
 */
export const lock = scoped(`
FOREACH (kept IN $replies |
  MERGE (r:AgentMemReply {scope: $scope, operation: kept.operation, key: kept.key})
  ON CREATE SET r.requestHash = kept.requestHash, r.reply = kept.reply, r.keptAt = $now, r.commit = $commit, r.attempt = $attempt)
MERGE (s:AgentMemScope {scope: $scope})
ON CREATE SET s.workspace = $workspace, s.user = $user, s.collection = $collection, s.position = 0
FOREACH (id IN $ids |
  MERGE (n:AgentMemNode {scope: $scope, id: id})
  ON CREATE SET n.lock = 'made'
  ON MATCH SET n.lock = 'held')
WITH 1 AS done
UNWIND $replies AS kept
MATCH (r:AgentMemReply {scope: $scope, operation: kept.operation, key: kept.key})
RETURN r.requestHash AS requestHash, r.reply AS reply, r.commit AS commit, r.attempt AS attempt`);

/** The same for nodes that need not be there, in the same order. */
export const lockExisting = scoped(`
UNWIND $ids AS id
MATCH (n:AgentMemNode {scope: $scope, id: id})
SET n.lock = 'held'`);
