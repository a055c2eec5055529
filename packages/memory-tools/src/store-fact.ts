import type { AgentContext } from '@agent-mem/agent';
import type { Tool } from '@agent-mem/agent-loop';
import { textHash } from '@agent-mem/contract';

/** Stores a fact because the model finds it worth keeping. */
export function storeFactTool({ caller, config }: AgentContext): Tool {
  return {
    name: 'StoreFact',
    description: 'Explicitly store a fact for future reference',
    arguments: [{ name: 'fact_content', type: 'string', description: 'The fact as one sentence that stands alone' }],
    async run({ fact_content }, { scope, conversationId, invocationId, signal }) {
      const content = String(fact_content);
      const { fact_id, created } = await caller.call(
        'facts',
        'store',
        {
          ...scope,
          content,
          source: conversationId,
          conversation_id: conversationId,
          trust: 'agent',
          evidence: { invocation_id: invocationId },
        },
        // By the text, so that a step which is taken again after a crash stores the same fact once, and another text is another fact.
        { idempotencyKey: `${invocationId}/StoreFact/${textHash(content)}`, timeoutMs: config.TOOL_TIMEOUT_MS, signal },
      );
      return created ? `Stored as ${fact_id}.` : `Known already as ${fact_id}.`;
    },
  };
}
