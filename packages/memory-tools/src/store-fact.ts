import { textHash } from '@agent-mem/contract';
import { type MemoryTool, type MemoryToolCall, textOf } from './memory-tool.ts';

const name = 'StoreFact';

/** Stores a fact that the model finds worth remembering. */
export const storeFact: MemoryTool = {
  name,
  description: 'Explicitly store a fact for future reference',
  arguments: [{ name: 'fact_content', type: 'string', description: 'The fact as one sentence that stands alone' }],
  access: 'writes',
  async run({ fact_content }, { caller, scope, invocation, options }) {
    const content = textOf(fact_content);
    const { provenance, idempotency } = originOf(invocation, content);
    const fact = { ...scope, content, trust: 'agent' as const, ...provenance };
    const { fact_id, created } = await caller.call('facts', 'store', fact, { ...options, ...idempotency });
    return { text: created ? `Stored as ${fact_id}.` : `Known already as ${fact_id}.`, recalledIds: null };
  },
};

/** Where the fact comes from, and the key by which a repeated call stores it once. */
function originOf(invocation: MemoryToolCall['invocation'], content: string) {
  if (!invocation) return { provenance: { source: `tool ${name}` }, idempotency: {} };
  const { invocationId, conversationId } = invocation;
  return {
    provenance: {
      source: conversationId,
      conversation_id: conversationId,
      evidence: { invocation_id: invocationId },
    },
    // By the text, so that a step which is taken again after a crash stores the same fact once, and another text is another fact.
    idempotency: { idempotencyKey: `${invocationId}/${name}/${textHash(content)}` },
  };
}
