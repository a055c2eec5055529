import { conversationNodeId, neverAborted, type Scope } from '@agent-mem/contract';
import { conflictsRetried, type Ports } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';

/** Takes the titles from conversations that have them from these messages: such a one has the message's words. */
export async function untitle(scope: Scope, meant: readonly GraphNode[], { graph }: Pick<Ports, 'graph'>): Promise<void> {
  for (const { id, kind, conversationId } of meant) {
    if (kind !== 'Message' || conversationId === null) continue;
    await conflictsRetried(neverAborted, async () => {
      const [node] = await graph.get(scope, [conversationNodeId(conversationId)]);
      if (node?.kind !== 'Conversation' || node.properties.titled_by !== id) return;
      const { version, ...seen } = node;
      const { title: _, titled_by: __, ...properties } = node.properties;
      const untitled = { ...properties, title: null, untitled: '' };
      await graph.commit(scope, { nodes: [{ ...seen, properties: untitled, expectedVersion: version }] });
    });
  }
}
