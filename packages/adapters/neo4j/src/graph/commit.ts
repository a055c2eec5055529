import { randomUUID } from 'node:crypto';
import { OperationError, type Scope } from '@agent-mem/contract';
import {
  type Change,
  type CommitResult,
  type EdgeWrite,
  type NodeWrite,
  nodeOfWrite,
  partOf,
  VersionConflict,
} from '@agent-mem/storage';
import { brokenExpectations, refuseDuplicates, repeatedCommit } from '@agent-mem/storage/internal';
import { type Connection, type Row, whole } from '../connection.ts';
import { PurgedMeanwhile } from '../refusal.ts';
import { scoped } from '../statement.ts';
import { lock } from './lock.ts';
import { fieldsOf } from './records.ts';

/**
 * Answers the version that each locked node was at, and who wrote it last; writes the nodes that are to be written. A node that was removed while
 * the lock was waited for has none: the server passes over it without an error.
 */
const write = scoped(`
UNWIND $rows AS row
MATCH (n:AgentMemNode {scope: $scope, id: row.id})
WHERE n.lock IS NOT NULL
WITH row, n, coalesce(n.version, 0) AS before, n.commit AS writer, n.lock = 'made' AS made
REMOVE n.lock
FOREACH (fields IN row.writes |
  SET n += fields, n.version = before + 1, n.commit = $commit, n.part = $part,
      n.unindexed = CASE WHEN fields.indexedVersion <= before THEN fields.updatedAt END)
FOREACH (record IN row.records |
  CREATE (:AgentMemVersion {scope: $scope, id: row.id, version: before + 1, record: record.record, recordedAt: $now, node: record.node}))
FOREACH (absent IN CASE WHEN made AND row.onlyExpected THEN [n] ELSE [] END | DELETE absent)
RETURN row.id AS id, before, writer`);

/** Answers the version that each edge was at. One that is written again may have other ends, so the one before is deleted. */
const link = scoped(`
UNWIND $edges AS row
MATCH (a:AgentMemNode {scope: $scope, id: row.from})
MATCH (b:AgentMemNode {scope: $scope, id: row.to})
OPTIONAL MATCH (:AgentMemNode {scope: $scope})-[old:AGENT_MEM_EDGE {scope: $scope, id: row.id}]->(:AgentMemNode {scope: $scope})
WITH row, a, b, old, coalesce(old.version, 0) AS before
DELETE old
CREATE (a)-[:AGENT_MEM_EDGE {scope: $scope, id: row.id, kind: row.kind, version: before + row.times, weight: row.weight,
                             createdAt: row.createdAt, properties: row.properties}]->(b)
RETURN row.id AS id, before`);

/**
 * Positions rise in the order in which a scope's commits with events become durable: this write holds the scope's node, last of all
 * locks, until the commit ends, so the writer that takes the next position commits later. A sequence without a lock would hand out 5 and 6 and
 * let 6 be committed first: a relay would publish 6, and then 5. Across scopes the server's clock orders them, to the millisecond;
 * the clock may go back without harm to the order in a scope.
 * SET locks before it reads where, as here, the new value is made of the old one.
 */
const publish = scoped(`
MATCH (s:AgentMemScope {scope: $scope})
SET s.position = CASE WHEN s.position >= timestamp() * 1000 THEN s.position + $count ELSE timestamp() * 1000 + $count END
WITH s.position - $count AS before
UNWIND range(1, $count) AS place
CREATE (:AgentMemOutbox {scope: $scope, part: $part, position: before + place, event: $events[place - 1]})`);

/**
 * One commit: at most four statements that go out together, and the commit itself, so two round trips whatever is in it.
 * The writes do not wait for the answer whether the expectations hold: where they do not, all of it is rolled back.
 */
export async function commitChange(connection: Connection, scope: Scope, change: Change, now: string): Promise<CommitResult> {
  const { nodes = [], edges = [], expect = [], events = [], idempotency } = change;
  refuseDuplicates(change);
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const ids = [...new Set([...[...nodes, ...expect].map(({ id }) => id), ...ends])].sort();
  const commit = randomUUID();
  const part = whole(partOf(scope));
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
    const written = rows.length > 0 ? run(scope, write, { rows, now, commit, part }) : [];
    const others = Promise.all([
      edges.length > 0 ? run(scope, link, { edges: edgeRows }) : [],
      events.length > 0 ? run(scope, publish, { events: eventTexts, count: whole(events.length), part }) : [],
    ]);
    // What fails after an expectation that does not hold, fails because of it.
    others.catch(() => undefined);
    const [[stored], before] = await Promise.all([locked, written]);
    const earlier = stored?.attempt === attempt ? undefined : stored;
    if (idempotency && earlier && earlier.commit !== commit) {
      const known = { requestHash: String(earlier.requestHash), reply: JSON.parse(String(earlier.reply)) };
      return { commits: false, result: repeatedCommit(known, idempotency) };
    }
    const own = before.filter(({ writer }) => writer === commit);
    if (earlier || (mayHaveHappened && own.length > 0)) return { commits: false, result: resultOf(own, change, 0) };
    if (before.length < rows.length) throw new PurgedMeanwhile('A node was removed while its lock was waited for');
    refuseBroken({ nodes, expect }, before);
    const [linked] = await others;
    refuseBroken({ edges }, linked);
    const writtenIds = new Set(nodes.map(({ id }) => id));
    return {
      commits: true,
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

/** Throws `VersionConflict` for what is not as it is expected; `before` has the versions that it was at. */
function refuseBroken(change: Pick<Change, 'nodes' | 'edges' | 'expect'>, before: readonly Row[]): void {
  const versions = new Map(before.map((row) => [row.id, Number(row.before)]));
  const versionOf = (id: string) => versions.get(id) ?? 0;
  const broken = brokenExpectations(change, { node: versionOf, edge: versionOf });
  if (broken.length > 0) throw new VersionConflict(broken);
}

function resultOf(rows: readonly Row[], { idempotency }: Change, step: number): CommitResult {
  const versions = rows.map(({ id, before }) => [String(id), Number(before) + step] as const);
  return { applied: true, reply: idempotency?.reply ?? null, versions: Object.fromEntries(versions) };
}
