import type { Event } from '@agent-mem/contract';
import {
  type Change,
  type CommitResult,
  edgeOfWrite,
  type IdempotencyRecord,
  nodeOfWrite,
  VersionConflict,
} from '@agent-mem/storage';
import { brokenExpectations, refuseDuplicates, repeatedCommit } from '@agent-mem/storage/internal';
import type { Transaction } from '../file/index.ts';
import { versionsOf } from './by-ids.ts';
import { replyOfRow } from './rows.ts';
import { writeEdge, writeNode, writeReply, writeVersion } from './writing.ts';

/** One commit, inside a transaction that undoes all of it when this throws. */
export function commitChange(
  transaction: Transaction,
  scope: number,
  change: Change,
  options: { readonly now: string; readonly publish: (transaction: Transaction, event: Event) => void },
): CommitResult {
  const { nodes = [], edges = [], events = [], expect = [], idempotency } = change;
  const earlier = idempotency && readIdempotencyRecord(transaction, scope, idempotency.operation, idempotency.key);
  if (idempotency && earlier) return repeatedCommit(earlier, idempotency);
  refuseDuplicates(change);
  const known = versionsOf(transaction, scope, [...new Set([...nodes, ...expect].map(({ id }) => id))]);
  const broken = brokenExpectations(change, {
    node: (id) => known.get(id) ?? 0,
    edge: (id) => edgeVersion(transaction, scope, id),
  });
  if (broken.length > 0) throw new VersionConflict(broken);

  const versions: [string, number][] = [];
  for (const { record, ...write } of nodes) {
    const node = nodeOfWrite(write, known.get(write.id) ?? 0);
    writeNode(transaction, scope, node);
    if (record !== undefined) {
      writeVersion(transaction, scope, { version: node.version, record, recordedAt: options.now, node });
    }
    versions.push([node.id, node.version]);
  }
  for (const edge of edges) writeEdge(transaction, scope, edgeOfWrite(edge, edgeVersion(transaction, scope, edge.id)));
  if (idempotency) writeReply(transaction, scope, idempotency, options.now);
  for (const event of events) options.publish(transaction, event);
  return { applied: true, reply: idempotency?.reply ?? null, versions: Object.fromEntries(versions) };
}

/** What is stored under an idempotency key in a scope. */
export function readIdempotencyRecord(
  { statement }: Pick<Transaction, 'statement'>,
  scope: number,
  operation: string,
  key: string,
): IdempotencyRecord | null {
  const sql = 'SELECT * FROM graph_replies WHERE scope = ? AND operation = ? AND key = ?';
  const row = statement(sql).get(scope, operation, key);
  return row ? replyOfRow(row) : null;
}

/** 0: it is not there. */
function edgeVersion({ statement }: Transaction, scope: number, id: string): number {
  const row = statement('SELECT version FROM graph_edges WHERE scope = ? AND id = ?').get(scope, id);
  return Number(row?.version ?? 0);
}
