import { randomUUID } from 'node:crypto';
import { type GraphArchive, type GraphRecord, partOf } from '@agent-mem/storage';
import { type Connection, type Row, whole } from '../connection.ts';
import { type ScopedStatement, scoped } from '../statement.ts';
import { lock } from './lock.ts';
import {
  edgeColumns,
  edgeOfRow,
  fieldsOf,
  nodeColumns,
  nodeOfRow,
  replyColumns,
  replyOfRow,
  versionColumns,
  versionOfRow,
} from './records.ts';
import { wholeRows } from './whole-rows.ts';

const pageSize = 500;

/** Each kind page by page; two parts of its key say where a page ended. */
const parts: readonly { readonly statement: ScopedStatement; readonly recordOf: (row: Row) => GraphRecord }[] = [
  {
    statement: scoped(`
MATCH (n:AgentMemNode {scope: $scope}) USING INDEX n:AgentMemNode(scope, id)
WHERE n.id > $pageKey AND n.version > 0
RETURN ${nodeColumns}, n.id AS pageKey, 0 AS pagePlace ORDER BY n.scope, n.id LIMIT $limit`),
    recordOf: (row) => ({ node: nodeOfRow(row) }),
  },
  {
    statement: scoped(`
MATCH (:AgentMemNode {scope: $scope})-[e:AGENT_MEM_EDGE {scope: $scope}]->(:AgentMemNode {scope: $scope})
USING INDEX e:AGENT_MEM_EDGE(scope, id)
WHERE e.id > $pageKey
RETURN ${edgeColumns}, e.id AS pageKey, 0 AS pagePlace ORDER BY e.scope, e.id LIMIT $limit`),
    recordOf: (row) => ({ edge: edgeOfRow(row) }),
  },
  {
    statement: scoped(`
MATCH (v:AgentMemVersion {scope: $scope}) USING INDEX v:AgentMemVersion(scope, id, version)
WHERE v.id >= $pageKey AND v.version IS NOT NULL AND [v.id, v.version] > [$pageKey, $pagePlace]
RETURN ${versionColumns}, v.id AS pageKey, v.version AS pagePlace ORDER BY v.scope, v.id, v.version LIMIT $limit`),
    recordOf: (row) => ({ version: versionOfRow(row) }),
  },
  {
    statement: scoped(`
MATCH (r:AgentMemReply {scope: $scope}) USING INDEX r:AgentMemReply(scope, operation, key)
WHERE r.operation >= $pageKey AND r.key IS NOT NULL AND [r.operation, r.key] > [$pageKey, $pagePlace]
RETURN ${replyColumns}, r.keptAt AS keptAt, r.operation AS pageKey, r.key AS pagePlace
ORDER BY r.scope, r.operation, r.key LIMIT $limit`),
    recordOf: (row) => ({ kept: { ...replyOfRow(row), keptAt: String(row.keptAt) } }),
  },
];

const loadNodes = scoped(`
UNWIND $rows AS row
MATCH (n:AgentMemNode {scope: $scope, id: row.id})
REMOVE n.lock
WITH row, n
WHERE coalesce(n.version, 0) <= row.version
SET n += row.fields, n.version = row.version, n.part = $part,
    n.unindexed = CASE WHEN row.fields.indexedVersion < row.version THEN row.fields.updatedAt END`);

const loadEdges = scoped(`
UNWIND $edges AS row
MATCH (a:AgentMemNode {scope: $scope, id: row.from})
MATCH (b:AgentMemNode {scope: $scope, id: row.to})
OPTIONAL MATCH (:AgentMemNode {scope: $scope})-[old:AGENT_MEM_EDGE {scope: $scope, id: row.id}]->(:AgentMemNode {scope: $scope})
WITH row, a, b, old
WHERE coalesce(old.version, 0) <= row.version
DELETE old
CREATE (a)-[:AGENT_MEM_EDGE {scope: $scope, id: row.id, kind: row.kind, version: row.version, weight: row.weight,
                             createdAt: row.createdAt, properties: row.properties}]->(b)`);

const loadVersions = scoped(`
UNWIND $versions AS row
MERGE (v:AgentMemVersion {scope: $scope, id: row.id, version: row.version})
SET v.record = row.record, v.recordedAt = row.recordedAt, v.node = row.node`);

const loadReplies = scoped(`
UNWIND $replies AS row
MERGE (r:AgentMemReply {scope: $scope, operation: row.operation, key: row.key})
ON CREATE SET r.keptAt = row.keptAt
WITH row, r
WHERE r.keptAt <= row.keptAt
SET r.keptAt = row.keptAt, r.requestHash = row.requestHash, r.reply = row.reply`);

/** Dumps and loads scopes on Neo4j. */
export function graphArchive(connection: Connection): GraphArchive {
  return {
    async *dump(scope) {
      for (const { statement, recordOf } of parts) {
        for (let after: Row = { pageKey: '', pagePlace: '' }; ; ) {
          const { pageKey, pagePlace } = after;
          const parameters = { pageKey, pagePlace, limit: whole(pageSize) };
          const rows = await wholeRows(() => connection.inScope(scope, statement, parameters));
          for (const row of rows) yield recordOf(row);
          const last = rows.at(-1);
          if (!last || rows.length < pageSize) break;
          after = last;
        }
      }
    },
    async load(scope, records) {
      const nodes = records.flatMap((record) => ('node' in record ? record.node : []));
      const edges = records.flatMap((record) => ('edge' in record ? record.edge : []));
      const versions = records.flatMap((record) => ('version' in record ? record.version : []));
      const replies = records.flatMap((record) => ('kept' in record ? record.kept : []));
      const written = new Map(nodes.map((node) => [node.id, node]));
      const ids = [...new Set([...written.keys(), ...edges.flatMap(({ from, to }) => [from, to])])].sort();
      const { workspace, user, collection } = scope;
      const rows = ids.map((id) => {
        const node = written.get(id);
        if (!node) return { id, version: whole(-1), fields: {} };
        const fields = fieldsOf({ ...node, indexedVersion: node.indexedVersion === null ? null : 0 });
        return { id, version: whole(node.version), fields };
      });
      await connection.transaction(async (run) => {
        await Promise.all([
          run(scope, lock, { replies: [], ids, now: '', commit: randomUUID(), attempt: '', workspace, user, collection }),
          run(scope, loadNodes, { rows, part: whole(partOf(scope)) }),
          run(scope, loadEdges, {
            edges: edges.map((edge) => ({ ...edge, version: whole(edge.version), properties: JSON.stringify(edge.properties) })),
          }),
          run(scope, loadVersions, {
            versions: versions.map(({ version, record, recordedAt, node }) => ({
              id: node.id,
              version: whole(version),
              record,
              recordedAt,
              node: JSON.stringify(node),
            })),
          }),
          run(scope, loadReplies, { replies: replies.map((record) => ({ ...record, reply: JSON.stringify(record.reply) })) }),
        ]);
        return { commits: true, result: undefined };
      });
    },
  };
}
