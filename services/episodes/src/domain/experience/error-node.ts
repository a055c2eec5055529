import { type GraphNode, type NodeWrite, storedMembers, textId } from '@agent-mem/storage';

/** An error as its node holds it. */
export interface StoredError {
  /** The error folded. */
  readonly key: string;
  /** As it was read when it was met last. */
  readonly text: string;
  /** How often it was met. */
  readonly met: number;
}

const stored = storedMembers<StoredError>(null, { key: '', text: '', met: 0 });

/** The id of an error, by its folded text. */
export function errorId(key: string): string {
  return textId('err', key);
}

/** An error that was met now, and the node it has, as it was read; one that was deleted is there again. */
export function metErrorNode(
  { key, text }: { readonly key: string; readonly text: string },
  conversationId: string | null,
  seen: GraphNode | undefined,
  now: string,
): NodeWrite {
  return {
    id: errorId(key),
    kind: 'Error',
    weight: seen?.weight ?? null,
    // Whose text it shows: who erases that conversation erases the text.
    conversationId,
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    indexedVersion: 0,
    properties: stored.write({ key, text, met: (seen ? readError(seen).met : 0) + 1 }),
    expectedVersion: seen?.version ?? 0,
  };
}

/** The node as it is, written so that two who weigh its solutions at the same moment meet. */
export function touchedError({ version, ...seen }: GraphNode, now: string): NodeWrite {
  return { ...seen, updatedAt: now, expectedVersion: version };
}

/** The error in a node. */
export function readError(node: GraphNode): StoredError {
  return stored.read(node.properties);
}
