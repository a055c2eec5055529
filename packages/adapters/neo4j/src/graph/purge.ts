import { batchesOf, type Scope } from '@agent-mem/contract';
import type { GraphNode, GraphPurge, GraphPurged } from '@agent-mem/storage';
import { eventHoldsAny, holdsAny, standsOnlyFor, survivesPurge } from '@agent-mem/storage/internal';
import { type Connection, type Row, type RunInScope, whole } from '../connection.ts';
import { type ScopedStatement, scoped } from '../statement.ts';
import { lockExisting } from './lock.ts';

const uniqueKeysOf = scoped(`
MATCH (n:AgentMemNode {scope: $scope, kind: 'Guard'}) USING INDEX n:AgentMemNode(scope, kind, status, createdAt, id)
WHERE n.status IS NOT NULL AND n.createdAt IS NOT NULL AND n.id IS NOT NULL AND any(text IN $texts WHERE n.properties CONTAINS text)
RETURN n.id AS id, n.properties AS properties`);

/** Of nodes that are locked. */
const propertiesOf = scoped(`
UNWIND $ids AS id
MATCH (n:AgentMemNode {scope: $scope, id: id})
REMOVE n.lock
RETURN id, n.properties AS properties`);

const edgesOf = scoped(`
UNWIND $ids AS id
MATCH (n:AgentMemNode {scope: $scope, id: id})-[e:AGENT_MEM_EDGE {scope: $scope}]-(:AgentMemNode {scope: $scope})
WITH DISTINCT e
DELETE e
RETURN count(*) AS removed`);

const versionsOf = scoped(`
UNWIND $ids AS id
MATCH (v:AgentMemVersion {scope: $scope, id: id}) USING INDEX v:AgentMemVersion(scope, id, version)
WHERE v.version IS NOT NULL
DELETE v
RETURN count(*) AS removed`);

const statesNaming = scoped(`
MATCH (v:AgentMemVersion {scope: $scope}) USING INDEX v:AgentMemVersion(scope, id, version)
WHERE v.id IS NOT NULL AND v.version IS NOT NULL AND v.node CONTAINS $text
RETURN v.id AS id, v.version AS version, v.node AS node`);

const statesAt = scoped(`
UNWIND $states AS state
MATCH (v:AgentMemVersion {scope: $scope, id: state.id, version: state.version})
DELETE v
RETURN count(*) AS removed`);

/** An end of an edge that was never written is no node to anybody, and not counted. */
const nodesOf = scoped(`
UNWIND $ids AS id
MATCH (n:AgentMemNode {scope: $scope, id: id})
WITH n, n.version > 0 AS isNode
DETACH DELETE n
RETURN sum(CASE WHEN isNode THEN 1 ELSE 0 END) AS removed`);

const repliesNaming = scoped(`
MATCH (r:AgentMemReply {scope: $scope}) USING INDEX r:AgentMemReply(scope, operation, key)
WHERE r.operation IS NOT NULL AND r.key IS NOT NULL AND any(text IN $texts WHERE r.reply CONTAINS text)
RETURN r.operation AS operation, r.key AS key, r.reply AS reply`);

const repliesAt = scoped(`
UNWIND $rows AS row
MATCH (r:AgentMemReply {scope: $scope, operation: row.operation, key: row.key})
WHERE r.reply = row.reply
DELETE r`);

const eventsNaming = scoped(`
MATCH (o:AgentMemOutbox {scope: $scope})
WHERE any(text IN $texts WHERE o.event CONTAINS text)
RETURN o.position AS position, o.event AS event`);

const eventsAt = scoped(`
UNWIND $positions AS position
MATCH (o:AgentMemOutbox {scope: $scope, position: position})
DELETE o
RETURN count(*) AS removed`);

/** Everything, some at a time: a transaction of all would be held in memory. Edges come before the nodes they would vanish with. */
const everyEdge = scoped(`
MATCH (:AgentMemNode {scope: $scope})-[e:AGENT_MEM_EDGE {scope: $scope}]->(:AgentMemNode {scope: $scope})
USING INDEX e:AGENT_MEM_EDGE(scope, id)
WHERE e.id IS NOT NULL
WITH e LIMIT $limit
DELETE e
RETURN count(*) AS removed, count(*) AS seen`);

const everyNode = scoped(`
MATCH (n:AgentMemNode {scope: $scope}) USING INDEX n:AgentMemNode(scope, id)
WHERE n.id IS NOT NULL AND NOT coalesce(n.kind, '') IN $kept AND NOT n.id IN $stays
WITH n, n.version > 0 AS isNode LIMIT $limit
DETACH DELETE n
RETURN sum(CASE WHEN isNode THEN 1 ELSE 0 END) AS removed, count(*) AS seen`);

const everyVersion = scoped(`
MATCH (v:AgentMemVersion {scope: $scope}) USING INDEX v:AgentMemVersion(scope, id, version)
WHERE v.id IS NOT NULL AND v.version IS NOT NULL
WITH v LIMIT $limit
DELETE v
RETURN count(*) AS removed, count(*) AS seen`);

const everyEvent = scoped(`
MATCH (o:AgentMemOutbox {scope: $scope})
WITH o LIMIT $limit
DELETE o
RETURN count(*) AS removed, count(*) AS seen`);

const everyReply = scoped(`
MATCH (r:AgentMemReply {scope: $scope}) USING INDEX r:AgentMemReply(scope, operation, key)
WHERE r.operation IS NOT NULL AND r.key IS NOT NULL
WITH r, r.operation AS operation, r.key AS key LIMIT $limit
DELETE r
RETURN operation, key`);

const atOnce = 1_000;
const idsAtOnce = 500;

/** Removes nodes with all that hangs on them, or everything of a scope. */
export async function purgeGraph(
  connection: Connection,
  scope: Scope,
  what: GraphPurge,
  stays: readonly string[] = [],
): Promise<GraphPurged> {
  return what === 'everything' ? purgeAll(connection, scope, stays) : purgeNodes(connection, scope, what);
}

async function purgeNodes(
  connection: Connection,
  scope: Scope,
  { ids, names = [], statesOf }: Exclude<GraphPurge, 'everything'>,
): Promise<GraphPurged> {
  const asked = new Set(ids);
  const near = ids.length > 0 ? await connection.inScope(scope, uniqueKeysOf, { texts: ids.map(inJson) }) : [];
  const uniqueKeys = near.filter(({ properties }) => standsOnlyFor(JSON.parse(String(properties)) ?? {}, asked));
  const gone = [...new Set([...ids, ...uniqueKeys.map(({ id }) => String(id))])].sort();
  let [nodes, edges, versions] = [0, 0, 0];
  for (const batch of batchesOf(gone, idsAtOnce)) {
    const removed = await connection.transaction(async (run) => {
      const ids = await stillMeant(run, scope, batch, asked);
      const rows = await Promise.all([edgesOf, versionsOf, nodesOf].map((statement) => run(scope, statement, { ids })));
      return { commits: true, result: rows.map(([row]) => Number(row?.removed)) };
    });
    edges += removed[0] ?? 0;
    versions += removed[1] ?? 0;
    nodes += removed[2] ?? 0;
  }
  if (statesOf) versions += await purgeStates(connection, scope, statesOf);
  const texts = [...ids, ...names];
  const replies = await purgeReplies(connection, scope, texts);
  return { nodes, edges, versions, events: await purgeEvents(connection, scope, texts), replies: replies.map(replyKeyOf) };
}

/** Locks nodes, and answers those that are to go: another node may have taken a unique key since it was looked at. */
async function stillMeant(
  run: RunInScope,
  scope: Scope,
  ids: readonly string[],
  asked: ReadonlySet<string>,
): Promise<readonly string[]> {
  const locked = run(scope, lockExisting, { ids });
  const keys = ids.filter((id) => !asked.has(id));
  const [, rows] = await Promise.all([locked, keys.length > 0 ? run(scope, propertiesOf, { ids: keys }) : []]);
  const others = rows.filter(({ properties }) => !standsOnlyFor(JSON.parse(String(properties)) ?? {}, asked));
  const taken = new Set(others.map(({ id }) => id));
  return ids.filter((id) => !taken.has(id));
}

/** Those that hold a text may hold it as the name of a member: they are looked at here. */
async function purgeReplies(connection: Connection, scope: Scope, texts: readonly string[]): Promise<readonly Row[]> {
  if (texts.length === 0) return [];
  const sought = new Set(texts);
  const near = await connection.inScope(scope, repliesNaming, { texts: texts.map(inJson) });
  const meant = near.filter(({ reply }) => typeof reply === 'string' && holdsAny(JSON.parse(reply), sought));
  for (const rows of batchesOf(meant, atOnce)) await connection.inScope(scope, repliesAt, { rows });
  return meant;
}

async function purgeEvents(connection: Connection, scope: Scope, texts: readonly string[]): Promise<number> {
  if (texts.length === 0) return 0;
  const sought = new Set(texts);
  const near = await connection.inScope(scope, eventsNaming, { texts: texts.map(inJson) });
  const meant = near.filter(({ event }) => typeof event === 'string' && eventHoldsAny(JSON.parse(event), sought));
  let removed = 0;
  for (const rows of batchesOf(meant, atOnce)) {
    const positions = rows.map(({ position }) => whole(Number(position)));
    const [row] = await connection.inScope(scope, eventsAt, { positions });
    removed += Number(row?.removed);
  }
  return removed;
}

/** In JSON a text stands in quotes, so one that another begins with is not taken for it. */
function inJson(text: string): string {
  return JSON.stringify(text);
}

/** Most histories hold no state of the conversation: those that have its name are looked at here. */
async function purgeStates(
  connection: Connection,
  scope: Scope,
  { conversationId, kinds }: NonNullable<Exclude<GraphPurge, 'everything'>['statesOf']>,
): Promise<number> {
  const near = await connection.inScope(scope, statesNaming, { text: JSON.stringify(conversationId) });
  const meant = near.filter(({ node }) => {
    const state: Partial<GraphNode> = JSON.parse(String(node));
    return state.conversationId === conversationId && kinds.some((kind) => kind === state.kind);
  });
  const states = meant.map(({ id, version }) => ({ id: String(id), version: whole(Number(version)) }));
  const [row] = states.length === 0 ? [] : await connection.inScope(scope, statesAt, { states });
  return Number(row?.removed ?? 0);
}

async function purgeAll(connection: Connection, scope: Scope, stays: readonly string[]): Promise<GraphPurged> {
  const emptied = async (statement: ScopedStatement): Promise<number> => {
    for (let total = 0; ; ) {
      const [row] = await connection.inScope(scope, statement, { kept: survivesPurge, stays, limit: whole(atOnce) });
      total += Number(row?.removed);
      if (Number(row?.seen) < atOnce) return total;
    }
  };
  const edges = await emptied(everyEdge);
  const nodes = await emptied(everyNode);
  const versions = await emptied(everyVersion);
  const events = await emptied(everyEvent);
  const replies: Row[] = [];
  for (;;) {
    const page = await connection.inScope(scope, everyReply, { limit: whole(atOnce) });
    replies.push(...page);
    if (page.length < atOnce) break;
  }
  return { nodes, edges, versions, events, replies: replies.map(replyKeyOf) };
}

function replyKeyOf({ operation, key }: Row): GraphPurged['replies'][number] {
  return { operation: String(operation), key: String(key) };
}
