import { conversationNodeId, neverAborted, type Scope } from '@agent-mem/contract';
import { conflictsRetried, type Ports } from '@agent-mem/runtime';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';

/** Takes the titles from conversations that have them from these messages: such a one has the message's words. */
export async function untitle(scope: Scope, meant: readonly GraphNode[], { graph }: Pick<Ports, 'graph'>): Promise<void> {
  for (const { id, kind, conversationId } of meant) {
    if (kind !== 'Message' || conversationId === null) continue;
    await conflictsRetried(neverAborted, async () => {
      const [node] = await graph.get(scope, [conversationNodeId(conversationId)]);
      const without = node && untitled(node, id);
      if (without) await graph.commit(scope, { nodes: [without] });
    });
  }
}

/** A conversation without the title that it has of a message: its next exchange gives it one. `null`: it has another. */
export function untitled({ version, ...seen }: GraphNode, messageId: string): NodeWrite | null {
  if (seen.kind !== 'Conversation' || seen.properties.titled_by !== messageId) return null;
  const { title: _, titled_by: __, ...properties } = seen.properties;
  return { ...seen, properties: { ...properties, title: null, untitled: '' }, expectedVersion: version };
}
