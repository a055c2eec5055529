import { type Event, OperationError, type Scope } from '@agent-mem/contract';
import type { Transaction } from '@agent-mem/sqlite';
import {
  type Change,
  type CommitResult,
  type EdgeWrite,
  type GraphNode,
  type KeptReply,
  VersionConflict,
} from '@agent-mem/storage';
import { nodeOfWrite } from '@agent-mem/storage/internal';
import { ensureScope } from '../scope-ids.ts';
import { noOrdinal } from './rows.ts';

/** One commit, inside a transaction that undoes all of it when this throws. */
export function commitChange(
  transaction: Transaction,
  scope: Scope,
  change: Change,
  options: { readonly now: string; readonly publish: (transaction: Transaction, event: Event) => void },
): CommitResult {
  const id = ensureScope(transaction, scope);
  const { nodes = [], edges = [], events = [], idempotency } = change;
  const kept = idempotency && keptReply(transaction, id, idempotency.operation, idempotency.key);
  if (idempotency && kept) return repeat(kept, idempotency);
  if (new Set(nodes.map((node) => node.id)).size < nodes.length) {
    throw new OperationError('invalid-argument', 'nodes: one commit writes a node once');
  }
  checkExpectations(transaction, id, change);

  const versions: [string, number][] = [];
  for (const { record, ...write } of nodes) {
    const node = nodeOfWrite(write, versionOf(transaction, id, write.id));
    writeNode(transaction, id, node);
    if (record !== undefined) recordNode(transaction, id, node, { record, recordedAt: options.now });
    versions.push([node.id, node.version]);
  }
  for (const edge of edges) writeEdge(transaction, id, edge);
  if (idempotency) keepReply(transaction, id, idempotency, options.now);
  for (const event of events) options.publish(transaction, event);
  return { applied: true, kept: idempotency?.reply ?? null, versions: Object.fromEntries(versions) };
}

/** What is kept under an idempotency key in a scope. */
export function keptReply(
  { statement }: Pick<Transaction, 'statement'>,
  scope: number,
  operation: string,
  key: string,
): KeptReply | null {
  const row = statement('SELECT request_hash, reply FROM graph_replies WHERE scope = ? AND operation = ? AND key = ?').get(
    scope,
    operation,
    key,
  );
  return row ? { operation, key, requestHash: String(row.request_hash), reply: JSON.parse(String(row.reply)) } : null;
}

function repeat(kept: KeptReply, asked: KeptReply): CommitResult {
  if (kept.requestHash !== asked.requestHash) {
    throw new OperationError('already-exists', `The idempotency key ${asked.key} was used with another request; use a new key`);
  }
  return { applied: false, kept: kept.reply, versions: {} };
}

function checkExpectations(transaction: Transaction, scope: number, { nodes = [], expect = [] }: Change): void {
  const expectations = [...nodes.map(({ id, expectedVersion }) => ({ id, version: expectedVersion })), ...expect];
  const broken = expectations.filter(({ id, version }) => version !== undefined && versionOf(transaction, scope, id) !== version);
  if (broken.length > 0) throw new VersionConflict([...new Set(broken.map(({ id }) => id))]);
}

function versionOf({ statement }: Transaction, scope: number, id: string): number {
  return Number(statement('SELECT version FROM graph_nodes WHERE scope = ? AND id = ?').get(scope, id)?.version ?? 0);
}

/** Writes a node over the one of its id. */
export function writeNode({ statement }: Transaction, scope: number, node: GraphNode): void {
  // An upsert keeps the row in its place; REPLACE would delete it from every index first.
  statement(
    `INSERT INTO graph_nodes (scope, id, kind, status, version, weight, conversation_id, ordinal, valid_from, valid_to,
                              created_at, updated_at, due_at, indexed_version, properties)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope, id) DO UPDATE SET
       kind = excluded.kind, status = excluded.status, version = excluded.version, weight = excluded.weight,
       conversation_id = excluded.conversation_id, ordinal = excluded.ordinal, valid_from = excluded.valid_from,
       valid_to = excluded.valid_to, created_at = excluded.created_at, updated_at = excluded.updated_at,
       due_at = excluded.due_at, indexed_version = excluded.indexed_version, properties = excluded.properties`,
  ).run(
    scope,
    node.id,
    node.kind,
    node.status,
    node.version,
    node.weight,
    node.conversationId,
    node.ordinal ?? noOrdinal,
    node.validFrom,
    node.validTo,
    node.createdAt,
    node.updatedAt,
    node.dueAt,
    node.indexedVersion,
    JSON.stringify(node.properties),
  );
}

/** Keeps a state of a node in its history. */
export function recordNode(
  { statement }: Transaction,
  scope: number,
  node: GraphNode,
  { record, recordedAt }: { readonly record: string; readonly recordedAt: string },
): void {
  statement('INSERT INTO graph_history (scope, id, version, record, recorded_at, node) VALUES (?, ?, ?, ?, ?, ?)').run(
    scope,
    node.id,
    node.version,
    record,
    recordedAt,
    JSON.stringify(node),
  );
}

function writeEdge({ statement }: Transaction, scope: number, edge: EdgeWrite): void {
  statement(
    `INSERT INTO graph_edges (scope, id, kind, from_id, to_id, version, weight, created_at, properties)
     VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)
     ON CONFLICT (scope, id) DO UPDATE SET
       kind = excluded.kind, from_id = excluded.from_id, to_id = excluded.to_id, version = version + 1,
       weight = excluded.weight, created_at = excluded.created_at, properties = excluded.properties`,
  ).run(
    scope,
    edge.id,
    edge.kind,
    edge.from,
    edge.to,
    edge.weight ?? null,
    edge.createdAt,
    JSON.stringify(edge.properties ?? {}),
  );
}

function keepReply({ statement }: Transaction, scope: number, reply: KeptReply, now: string): void {
  statement('INSERT INTO graph_replies (scope, operation, key, request_hash, reply, kept_at) VALUES (?, ?, ?, ?, ?, ?)').run(
    scope,
    reply.operation,
    reply.key,
    reply.requestHash,
    JSON.stringify(reply.reply),
    now,
  );
}
