import { uniqueKeyId } from '@agent-mem/retention';
import { type GraphNode, type NodeWrite, storedMembers } from '@agent-mem/storage';

/** What is known of a source, beside it: a purge of the source erases it too. */
export interface Openings {
  /** The id of the detail or message. */
  readonly holder: string;
  /** The invocations that opened it, as far as they are counted. */
  readonly invocations: readonly string[];
  /** `counting`: too few opened it so far. `asked`: a job reads it. `read`: it has a subject and statements. */
  readonly state: string;
  readonly subject: string;
  /** What of it is worth knowing without opening it. */
  readonly statements: readonly string[];
  /** Those of them that become facts. */
  readonly facts: readonly string[];
}

const stored = storedMembers<Openings>(null, {
  holder: '',
  invocations: [],
  state: 'counting',
  subject: '',
  statements: [],
  facts: [],
});

/** The node of it, by the id of the source. */
export function openingsId(sourceId: string): string {
  return uniqueKeyId('openings of', sourceId);
}

export function readOpenings(node: GraphNode | undefined, sourceId: string): Openings {
  return node?.status === 'ACTIVE' ? stored.read(node.properties) : { ...stored.read({}), holder: sourceId };
}

/** Counts one more invocation; the state becomes `asked` when there are enough. */
export function openedOnceMore(openings: Openings, invocationId: string, enough: number): Openings {
  if (openings.invocations.includes(invocationId) || openings.invocations.length >= enough) return openings;
  const invocations = [...openings.invocations, invocationId];
  return { ...openings, invocations, state: invocations.length >= enough ? 'asked' : openings.state };
}

/** `seen` is the node as it was read; the commit fails if it has changed since. */
export function openingsNode(openings: Openings, seen: GraphNode | undefined, now: string): NodeWrite {
  return {
    id: openingsId(openings.holder),
    kind: 'Guard',
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: stored.write(openings),
    expectedVersion: seen?.version ?? 0,
  };
}
