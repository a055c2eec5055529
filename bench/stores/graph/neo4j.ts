import { scopeKey, systemClock } from '@agent-mem/contract';
import { openNeo4jGraph } from '@agent-mem/neo4j';
import { type NodeWrite, nodeOfWrite } from '@agent-mem/storage';
import neo4j, { type Driver } from 'neo4j-driver';
import { findNeo4j, startNeo4j } from '../../../test/live/neo4j/server.ts';
import { folderBytes } from '../folder-bytes.ts';
import { needed } from '../live.ts';
import { scope } from '../memories.ts';
import type { BareGraph, OpenedGraph } from './bare.ts';

/** The Graph on a Neo4j of its own, beside the bare driver on the same server. */
export async function neo4jGraph(): Promise<OpenedGraph> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startNeo4j(needed('Neo4j', findNeo4j())));
  const { url, user, password } = server;
  const graph = opened.use(openNeo4jGraph({ url, user, password, clock: systemClock, timeoutMs: 120_000 }));
  const driver = opened.use(neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true }));
  const closing = opened.move();
  return {
    store: 'Neo4j',
    graph,
    bare: bareGraph(driver),
    async bytes() {
      // Its pages go to the disk when it is ended in peace.
      await server.stop();
      const bytes = folderBytes(server.databases);
      await server.start();
      return bytes;
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** Each node is made where none is: the constraints refuse a second one. Positions of events are this client's. */
const commit = `
MATCH (to:AgentMemNode {scope: $scope, id: $edge.to})
CREATE (n:AgentMemNode {scope: $scope}) SET n += $fact
CREATE (g:AgentMemNode {scope: $scope}) SET g += $guard
CREATE (:AgentMemVersion {scope: $scope, id: n.id, version: 1, record: $record, recordedAt: n.createdAt, node: $state})
CREATE (n)-[:AGENT_MEM_EDGE {scope: $scope, id: $edge.id, kind: $edge.kind, version: 1, createdAt: n.createdAt, properties: '{}'}]->(to)
CREATE (r:AgentMemReply {scope: $scope}) SET r += $kept
CREATE (:AgentMemOutbox {scope: $scope, position: $position, event: $event})`;

const get = `
UNWIND $ids AS id
MATCH (n:AgentMemNode {scope: $scope, id: id})
RETURN properties(n) AS node`;

const find = `
MATCH (n:AgentMemNode {scope: $scope, kind: 'Fact', status: 'ACTIVE'})
USING INDEX n:AgentMemNode(scope, kind, status, createdAt, id)
WHERE n.createdAt IS NOT NULL AND n.id IS NOT NULL
RETURN properties(n) AS node ORDER BY n.scope DESC, n.kind DESC, n.status DESC, n.createdAt DESC, n.id DESC LIMIT $limit`;

const neighbours = `
MATCH (near:AgentMemNode {scope: $scope, id: $id})<-[e:AGENT_MEM_EDGE]-(n:AgentMemNode)
WHERE n.status = 'ACTIVE'
RETURN properties(e) AS edge, properties(n) AS node ORDER BY e.createdAt, e.id LIMIT $limit`;

const relay = `
MATCH (o:AgentMemOutbox) USING INDEX o:AgentMemOutbox(position, scope)
WHERE o.position > 0 AND o.scope IS NOT NULL
WITH o, o.event AS event ORDER BY o.position, o.scope LIMIT $limit
DELETE o
RETURN event`;

function bareGraph(driver: Driver): BareGraph {
  const inScope = { scope: scopeKey(scope) };
  let position = 0;
  return {
    commit({ fact, uniqueKey, edge, idempotency, event }) {
      position += 1;
      return runOnce(driver, commit, {
        ...inScope,
        fact: fieldsOf(fact),
        guard: fieldsOf(uniqueKey),
        record: fact.record,
        state: JSON.stringify(nodeOfWrite(fact, 0)),
        edge: { id: edge.id, kind: edge.kind, to: edge.to },
        kept: { ...idempotency, reply: JSON.stringify(idempotency.reply), keptAt: fact.createdAt },
        position: neo4j.int(position),
        event: JSON.stringify(event),
      });
    },
    get: (ids) => runOnce(driver, get, { ...inScope, ids }),
    find: (limit) => runOnce(driver, find, { ...inScope, limit: neo4j.int(limit) }),
    neighbours: (id, limit) => runOnce(driver, neighbours, { ...inScope, id, limit: neo4j.int(limit) }),
    relay: (limit) => runOnce(driver, relay, { limit: neo4j.int(limit) }),
  };
}

/** A transaction of one statement. */
async function runOnce(driver: Driver, statement: string, parameters: Readonly<Record<string, unknown>> = {}) {
  const session = driver.session();
  try {
    return (await session.run(statement, parameters)).records.map((record) => record.toObject());
  } finally {
    void session.close();
  }
}

/** The properties that the adapter's indexes ask for. */
function fieldsOf(write: NodeWrite): Readonly<Record<string, unknown>> {
  const { properties, ...node } = nodeOfWrite(write, 0);
  const members = Object.entries(properties).flatMap(([name, value]) =>
    value === null || typeof value === 'object' ? [] : JSON.stringify([name, value]),
  );
  const unindexed = node.indexedVersion === null ? null : node.updatedAt;
  return { ...node, version: neo4j.int(1), place: neo4j.int(-1), unindexed, properties: JSON.stringify(properties), members };
}
