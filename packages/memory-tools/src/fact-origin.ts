import { messageIdsOf, textHash } from '@agent-mem/contract';
import type { MemoryToolCall } from './memory-tool.ts';

/** Where a fact comes from that a tool stores, and the key by which a repeated call stores it once. */
export function originOf(tool: string, invocation: MemoryToolCall['invocation'], content: string) {
  if (!invocation) return { provenance: { source: `tool ${tool}` }, idempotency: {} };
  const { invocationId, conversationId } = invocation;
  return {
    provenance: {
      source: conversationId,
      conversation_id: conversationId,
      // The message that the agent was answering.
      evidence: { invocation_id: invocationId, message_id: messageIdsOf(invocationId).question },
    },
    // By the text, so that a step which is taken again after a crash stores the same fact once, and another text is another fact.
    idempotency: { idempotencyKey: `${invocationId}/${tool}/${textHash(content)}` },
  };
}
