import type { Clock } from '@agent-mem/contract';
import {
  checkLimit,
  checkOrder,
  checkWays,
  type Graph,
  type GraphArchive,
  type GraphMaintenance,
  mostEdges,
} from '@agent-mem/storage';
import { createOutboxWakers, cutPage, edgeRank } from '@agent-mem/storage/internal';
import { readAddress } from '../address.ts';
import { openConnection, type RunInScope, whole } from '../connection.ts';
import { scoped } from '../statement.ts';
import { graphArchive } from './archive.ts';
import { commitChange } from './commit.ts';
import { countStatement, findStatement } from './find.ts';
import { lockExisting } from './lock.ts';
import { neo4jMaintenance } from './maintenance.ts';
import { edgesAroundStatement, neighboursStatement, stepsOfRow, stepsStatement } from './neighbours.ts';
import { nodesById } from './nodes-by-id.ts';
import { purgeGraph } from './purge.ts';
import { neo4jQueue } from './queue.ts';
import { edgeColumns, edgeOfRow, nodeOfRow, replyColumns, replyOfRow, versionColumns, versionOfRow } from './records.ts';
import { migrateGraph } from './schema.ts';
import { wayOfRow, waysStatement } from './ways.ts';
import { wholeRows } from './whole-rows.ts';

/** How a graph on Neo4j is opened. */
export interface Neo4jGraphOptions {
  /** `neo4j://host:port/database`, or with `bolt`; `+s` for TLS. Credentials in it win over those beside it. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  /** PEM file of the authorities to trust for TLS; none: those of the machine, if the scheme asks for TLS. */
  readonly caFile?: string;
  readonly clock: Clock;
  /** Longest that one operation may take, tries included, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Most connections at once. Default 32. */
  readonly poolSize?: number;
}

/** The Graph on Neo4j. Disposing closes its connections. */
export interface Neo4jGraph extends Graph, GraphMaintenance, GraphArchive, AsyncDisposable {}

/** Opens a graph without connecting: the first use finds out that a server is down. Throws `invalid-argument` for a URL that is none. */
export function openNeo4jGraph(options: Neo4jGraphOptions): Neo4jGraph {
  const { url, clock, timeoutMs = 10_000, poolSize = 32 } = options;
  const connection = openConnection(readAddress(url, options), {
    clock,
    timeoutMs,
    poolSize,
    prepare: migrateGraph,
  });
  const wakers = createOutboxWakers();
  const read: RunInScope = (...asked) => wholeRows(() => connection.inScope(...asked));

  return {
    ...neo4jMaintenance(connection),
    ...neo4jQueue(connection),
    ...graphArchive(connection),
    async commit(scope, change) {
      const result = await commitChange(connection, scope, change, new Date(clock.now()).toISOString());
      if (result.applied && (change.events ?? []).length > 0) wakers.wake(scope);
      return result;
    },
    get: nodesById(connection),
    async edges(scope, ids) {
      return (await read(scope, edges, { ids })).map(edgeOfRow);
    },
    async find(scope, query) {
      checkLimit(query.limit);
      checkOrder(query);
      const { statement, parameters } = findStatement(query);
      const nodes = (await read(scope, statement, parameters)).map(nodeOfRow);
      return cutPage(nodes, query, (node) => ({ value: node[query.order], id: node.id }));
    },
    async count(scope, query) {
      const { statement, parameters } = countStatement(query);
      return Number((await connection.inScope(scope, statement, parameters))[0]?.nodes);
    },
    async neighbours(scope, id, query) {
      checkLimit(query.limit);
      const { statement, parameters } = neighboursStatement(id, query);
      const rows = await read(scope, statement, parameters);
      const found = rows.map((row) => ({ edge: edgeOfRow(row), node: nodeOfRow(row) }));
      return cutPage(found, { limit: query.limit, order: query.sort ?? 'createdAt' }, ({ edge }) => ({
        value: edgeRank(edge, query.sort),
        id: edge.id,
      }));
    },
    async edgesAround(scope, ids, query) {
      checkLimit(query.limit, mostEdges);
      const { statement, parameters } = edgesAroundStatement(ids, query);
      return ids.length === 0 ? [] : (await read(scope, statement, parameters)).map(edgeOfRow);
    },
    async stepsFrom(scope, ids, query) {
      checkLimit(query.limit, mostEdges);
      const { statement, parameters } = stepsStatement(ids, query);
      return ids.length === 0 ? [] : (await read(scope, statement, parameters)).flatMap(stepsOfRow);
    },
    async shortestWays(scope, query) {
      checkWays(query);
      const { statement, parameters } = waysStatement(query);
      return (await read(scope, statement, parameters)).map(wayOfRow);
    },
    async history(scope, id) {
      return (await read(scope, history, { id })).map(versionOfRow);
    },
    async idempotencyRecord(scope, operation, key) {
      const [row] = await read(scope, readRecord, { operation, key });
      return row ? replyOfRow(row) : null;
    },
    async saveConversation() {},
    async markIndexed(scope, marks) {
      if (marks.length === 0) return;
      const ids = [...new Set(marks.map(({ id }) => id))].sort();
      const versions = marks.map(({ id, version }) => ({ id, version: whole(version) }));
      await connection.transaction(async (run) => {
        await Promise.all([run(scope, lockExisting, { ids }), run(scope, markIndexed, { marks: versions })]);
        return { commits: true, result: undefined };
      });
    },
    purge: (scope, what, stays) => purgeGraph(connection, scope, what, stays),
    // A page that was freed is the server's to write over.
    scrub: async () => {},
    onOutbox: wakers.onOutbox,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

const edges = scoped(`
UNWIND range(0, size($ids) - 1) AS place
MATCH (a:AgentMemNode {scope: $scope})-[e:AGENT_MEM_EDGE {scope: $scope, id: $ids[place]}]->(b:AgentMemNode {scope: $scope})
WHERE a.version > 0 AND b.version > 0
RETURN ${edgeColumns} ORDER BY place`);

const history = scoped(`
MATCH (v:AgentMemVersion {scope: $scope, id: $id}) USING INDEX v:AgentMemVersion(scope, id, version)
WHERE v.version > 0
RETURN ${versionColumns} ORDER BY v.scope, v.id, v.version`);

const readRecord = scoped(`
MATCH (r:AgentMemReply {scope: $scope, operation: $operation, key: $key})
RETURN ${replyColumns}`);

const markIndexed = scoped(`
UNWIND $marks AS mark
MATCH (n:AgentMemNode {scope: $scope, id: mark.id})
REMOVE n.lock
WITH n, max(mark.version) AS version
WHERE n.indexedVersion < version OR (version = 0 AND n.indexedVersion > 0)
SET n.indexedVersion = version,
  n.unindexed = CASE WHEN version = 0 THEN n.updatedAt WHEN version < n.version THEN n.unindexed END`);
