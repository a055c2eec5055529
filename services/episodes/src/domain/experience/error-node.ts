import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { textId } from './text-id.ts';

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
    properties: { key, text, met: timesMet(seen) + 1 },
    expectedVersion: seen?.version ?? 0,
  };
}

/** The node as it is, written so that two who weigh its solutions at the same moment meet. */
export function touchedError({ version, ...seen }: GraphNode, now: string): NodeWrite {
  return { ...seen, updatedAt: now, expectedVersion: version };
}

/** The folded text in an error's node. */
export function errorKey({ properties }: GraphNode): string {
  return typeof properties.key === 'string' ? properties.key : '';
}

/** The error in a node as it was read when it was met last. */
export function errorText({ properties }: GraphNode): string {
  return typeof properties.text === 'string' ? properties.text : '';
}

function timesMet(node: GraphNode | undefined): number {
  return typeof node?.properties.met === 'number' ? node.properties.met : 0;
}
