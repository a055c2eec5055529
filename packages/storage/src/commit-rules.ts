import { OperationError } from '@agent-mem/contract';
import type { Change, CommitResult, IdempotencyRecord } from './graph.ts';

/** The version of a node and of an edge by its id, as it is in the transaction; 0: it is not there. */
export interface KnownVersions {
  node(id: string): number;
  edge(id: string): number;
}

/** The ids of nodes and edges that are not at the version that a change expects, each once. */
export function brokenExpectations(
  { nodes = [], edges = [], expect = [] }: Pick<Change, 'nodes' | 'edges' | 'expect'>,
  { node, edge }: KnownVersions,
): readonly string[] {
  const isBroken = (expected: number | undefined, version: () => number) => expected !== undefined && version() !== expected;
  const broken = [
    ...nodes.filter(({ id, expectedVersion }) => isBroken(expectedVersion, () => node(id))),
    ...expect.filter(({ id, version }) => isBroken(version, () => node(id))),
    ...edges.filter(({ id, expectedVersion }) => isBroken(expectedVersion, () => edge(id))),
  ];
  return [...new Set(broken.map(({ id }) => id))];
}

/** Throws `invalid-argument` where a change writes a node twice. */
export function refuseDuplicates({ nodes = [] }: Pick<Change, 'nodes'>): void {
  if (new Set(nodes.map(({ id }) => id)).size < nodes.length)
    throw new OperationError('invalid-argument', 'nodes: one commit writes a node once');
}

/** What a commit answers whose idempotency key is stored already. Throws `already-exists` where it is stored with another request. */
export function repeatedCommit(
  earlier: Pick<IdempotencyRecord, 'requestHash' | 'reply'>,
  { key, requestHash }: IdempotencyRecord,
): CommitResult {
  if (earlier.requestHash !== requestHash)
    throw new OperationError('already-exists', `The idempotency key ${key} was used with another request; use a new key`);
  return { applied: false, reply: earlier.reply, versions: {} };
}
