import type { Scope } from '@agent-mem/contract';
import { type Graph, type GraphNode, type JsonObject, type JsonValue, type NodeKind, storedMembers } from '@agent-mem/storage';
import { conversationHash } from './purge-mark-ids.ts';

/** A purge that is not over: what it erases is found no more, though it may be there yet. */
export interface GoingMemory {
  /** The node that says what has come of the purge. */
  readonly noteId: string;
  /** A single memory; `null`: all that the other members mean. */
  readonly memoryId: string | null;
  /** `conversationHash` of the conversation whose memory goes; `null`: of any. */
  readonly conversation: string | null;
  readonly kinds: readonly NodeKind[];
}

/** The node that lists the purges of its scope that are under way. Marks outlive a purge of everything, and so does it. */
export const goingId = 'purging';

const stored = storedMembers<{ readonly purges: JsonValue }>(null, { purges: null });

/** Reads the list of such a node. */
export function goingOf(node: Pick<GraphNode, 'id' | 'properties'> | undefined): readonly GoingMemory[] {
  if (node?.id !== goingId) return [];
  const { purges } = stored.read(node.properties);
  // Written below, and by nobody else.
  return Array.isArray(purges) ? (purges as unknown as readonly GoingMemory[]) : [];
}

/** The properties of such a node. */
export function goingProperties(purges: readonly GoingMemory[]): JsonObject {
  return stored.write({ purges: purges.map((each) => ({ ...each, kinds: [...each.kinds] })) });
}

/** What is being purged in a scope, and for all of its user. `userScope`: where the latter stands. */
export async function readGoing(graph: Pick<Graph, 'get'>, scope: Scope, userScope: Scope): Promise<readonly GoingMemory[]> {
  const [own, ofUser] = await Promise.all([graph.get(scope, [goingId]), graph.get(userScope, [goingId])]);
  return [...own, ...ofUser].flatMap(goingOf);
}

/** Whether a node is among what is being purged. */
export function isGoing(purges: readonly GoingMemory[], node: GraphNode): boolean {
  return purges.some(({ memoryId, conversation, kinds }) => {
    if (memoryId !== null) return node.id === memoryId;
    if (!kinds.includes(node.kind)) return false;
    return conversation === null || conversationsOf(node).some((name) => conversationHash(name) === conversation);
  });
}

/** The conversation that a node belongs to, or the one that it names as its source alone. */
function conversationsOf({ conversationId, properties }: GraphNode): readonly string[] {
  if (conversationId !== null) return [conversationId];
  return typeof properties.source === 'string' ? [properties.source] : [];
}
