import { conversationNodeId, OperationError } from '@agent-mem/contract';
import { conversationOf } from '../domain/conversation.ts';
import type { ConversationDocument } from '../domain/transfer/document.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Context } from '../handler.ts';

/** Refuses a conversation that, by those that are there, was merged into itself or is a branch of itself. */
export async function refuseCircle(
  { conversation }: ConversationDocument,
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
): Promise<void> {
  for (const member of ['branch_of', 'merged_into'] as const) {
    const passed = new Set<string>();
    for (let name = conversation[member]; name !== null && !passed.has(conversationNodeId(name)); ) {
      passed.add(conversationNodeId(name));
      const node = await conversationNode(graph, scope, name);
      const next = node ? conversationOf(node)[member] : null;
      if (next !== null && conversationNodeId(next) === conversationNodeId(conversation.id))
        throw new OperationError(
          'invalid-argument',
          `$.conversation.${member}: leads back to ${conversation.id}, by conversation ${name}`,
        );
      name = next;
    }
  }
}
