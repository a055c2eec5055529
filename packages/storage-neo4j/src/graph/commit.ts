import { randomUUID } from 'node:crypto';
import { OperationError, type Scope } from '@agent-mem/contract';
import { type Change, type CommitResult, type EdgeWrite, type NodeWrite, VersionConflict } from '@agent-mem/storage';
import { nodeOfWrite } from '@agent-mem/storage/internal';
import { type Connection, type Row, whole } from '../connection.ts';
import { scoped } from '../statement.ts';
import { fieldsOf } from './records.ts';

/**
 * Takes every lock of the commit, in one order, so that no two commits wait for each other.
 *
 * Neo4j reads what is committed at the moment of reading: `MATCH … WHERE n.version = 1 SET n.version = 2` of two writers can both
 * match before either writes, and one write is lost. So each node is first written to (`lock`), which holds it until the transaction
 * ends. A node that is not there cannot be written to; MERGE makes it, and the uniqueness constraint lets one maker through while the
 * others wait, and then find what it left. This is a statement of its own because within one the planner may read a version before
 * the clause that locks. The ends of edges are among the nodes: an edge locks them anyway, then in an order of its own.
 */
const lock = scoped(`
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

/** Answers the version that each locked node was at, and who wrote it last; writes the nodes that are to be written. */
const write = scoped(`
UNWIND $rows AS row
MATCH (n:AgentMemNode {scope: $scope, id: row.id})
WITH row, n, coalesce(n.version, 0) AS before, n.commit AS writer, n.lock = 'made' AS made
REMOVE n.lock
FOREACH (fields IN row.writes |
  SET n += fields, n.version = before + 1, n.commit = $commit,
      n.unindexed = CASE WHEN fields.indexedVersion <= before THEN fields.updatedAt END)
FOREACH (record IN row.records |
  CREATE (:AgentMemVersion {scope: $scope, id: row.id, version: before + 1, record: record.record, recordedAt: $now, node: record.node}))
FOREACH (absent IN CASE WHEN made AND row.onlyExpected THEN [n] ELSE [] END | DELETE absent)
RETURN row.id AS id, before, writer`);

/** An edge that is written again may have other ends, so the one before is deleted. */
const link = scoped(`
UNWIND $edges AS row
MATCH (a:AgentMemNode {scope: $scope, id: row.from})
MATCH (b:AgentMemNode {scope: $scope, id: row.to})
OPTIONAL MATCH (:AgentMemNode {scope: $scope})-[old:AGENT_MEM_EDGE {scope: $scope, id: row.id}]->(:AgentMemNode {scope: $scope})
WITH row, a, b, old, coalesce(old.version, 0) AS before
DELETE old
CREATE (a)-[:AGENT_MEM_EDGE {scope: $scope, id: row.id, kind: row.kind, version: before + row.times, weight: row.weight,
                             createdAt: row.createdAt, properties: row.properties}]->(b)`);

/**
 * Positions rise in the order in which a scope's commits with events become durable: this write holds the scope's node, last of all
 * locks, until the commit ends, so whoever takes the next position commits later. A sequence without a lock would hand out 5 and 6 and
 * let 6 be committed first: a relay would publish 6, and then 5. Across scopes the server's clock orders them, to the millisecond;
 * the clock may go back without harm to the order in a scope.
 * SET locks before it reads where, as here, the new value is made of the old one.
 */
const publish = scoped(`
MATCH (s:AgentMemScope {scope: $scope})
SET s.position = CASE WHEN s.position >= timestamp() * 1000 THEN s.position + $count ELSE timestamp() * 1000 + $count END
WITH s.position - $count AS before
UNWIND range(1, $count) AS place
CREATE (:AgentMemOutbox {scope: $scope, position: before + place, event: $events[place - 1]})`);

/**
 * One commit: at most four statements that go out together, and the commit itself, so two round trips whatever is in it.
 * The writes do not wait for the answer whether the expectations hold: where they do not, all of it is rolled back.
 */
export async function commitChange(connection: Connection, scope: Scope, change: Change, now: string): Promise<CommitResult> {
  const { nodes = [], edges = [], expect = [], events = [], idempotency } = change;
  if (new Set(nodes.map(({ id }) => id)).size < nodes.length) {
    throw new OperationError('invalid-argument', 'nodes: one commit writes a node once');
  }
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const ids = [...new Set([...[...nodes, ...expect].map(({ id }) => id), ...ends])].sort();
  const commit = randomUUID();
  const { workspace, user, collection } = scope;
  const rows = rowsOf(ids, nodes, ends);
  const edgeRows = edgeRowsOf(edges);
  const eventTexts = events.map((event) => JSON.stringify(event));
  const replies = idempotency ? [{ ...idempotency, reply: JSON.stringify(idempotency.reply) }] : [];
  const isTraceable = nodes.length > 0 || idempotency !== undefined;

  return await connection.transaction(async (run, { number, mayHaveHappened }) => {
    if (mayHaveHappened && !isTraceable) {
      throw new OperationError('unavailable', 'Neo4j went away while this was committed; it may have happened');
    }
    const attempt = `${commit}/${number}`;
    const locked = run(scope, lock, { replies, ids, now, commit, attempt, workspace, user, collection });
    const written = rows.length > 0 ? run(scope, write, { rows, now, commit }) : [];
    const others = Promise.all([
      edges.length > 0 ? run(scope, link, { edges: edgeRows }) : [],
      events.length > 0 ? run(scope, publish, { events: eventTexts, count: whole(events.length) }) : [],
    ]);
    // What fails after an expectation that does not hold, fails because of it.
    others.catch(() => undefined);
    const [[kept], before] = await Promise.all([locked, written]);
    const earlier = kept?.attempt === attempt ? undefined : kept;
    if (earlier && earlier.commit !== commit) return { keep: false, result: repeat(earlier, change) };
    const own = before.filter(({ writer }) => writer === commit);
    if (earlier || (mayHaveHappened && own.length > 0)) return { keep: false, result: resultOf(own, change, 0) };
    const broken = conflictsOf(before, change);
    if (broken.length > 0) throw new VersionConflict(broken);
    await others;
    const writtenIds = new Set(nodes.map(({ id }) => id));
    return {
      keep: true,
      result: resultOf(
        before.filter(({ id }) => writtenIds.has(String(id))),
        change,
        1,
      ),
    };
  });
}

function rowsOf(ids: readonly string[], nodes: readonly NodeWrite[], ends: ReadonlySet<string>): readonly object[] {
  const writes = new Map(nodes.map((node) => [node.id, node]));
  return ids.map((id) => {
    const node = writes.get(id);
    const record = node?.record;
    return {
      id,
      writes: node ? [fieldsOf(node)] : [],
      records: node && record !== undefined ? [{ record, node: JSON.stringify(nodeOfWrite(node, 0)) }] : [],
      onlyExpected: !node && !ends.has(id),
    };
  });
}

/** One row for each edge: the last of those with the same id, and how often it is written. */
function edgeRowsOf(edges: readonly EdgeWrite[]): readonly object[] {
  const times = new Map<string, number>();
  for (const { id } of edges) times.set(id, (times.get(id) ?? 0) + 1);
  return [...new Map(edges.map((edge) => [edge.id, edge])).values()].map((edge) => ({
    ...edge,
    weight: edge.weight ?? null,
    properties: JSON.stringify(edge.properties ?? {}),
    times: whole(times.get(edge.id) ?? 1),
  }));
}

function conflictsOf(before: readonly Row[], { nodes = [], expect = [] }: Change): string[] {
  const versions = new Map(before.map((row) => [row.id, row.before]));
  const expectations = [...nodes.map(({ id, expectedVersion }) => ({ id, version: expectedVersion })), ...expect];
  const broken = expectations.filter(({ id, version }) => version !== undefined && versions.get(id) !== version);
  return [...new Set(broken.map(({ id }) => id))];
}

function repeat(kept: Row, { idempotency }: Change): CommitResult {
  if (kept.requestHash !== idempotency?.requestHash) {
    throw new OperationError(
      'already-exists',
      `The idempotency key ${idempotency?.key} was used with another request; use a new key`,
    );
  }
  return { applied: false, kept: JSON.parse(String(kept.reply)), versions: {} };
}

function resultOf(rows: readonly Row[], { idempotency }: Change, step: number): CommitResult {
  const versions = rows.map(({ id, before }) => [String(id), Number(before) + step] as const);
  return { applied: true, kept: idempotency?.reply ?? null, versions: Object.fromEntries(versions) };
}
