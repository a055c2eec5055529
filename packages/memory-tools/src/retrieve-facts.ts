import type { AgentContext } from '@agent-mem/agent';
import type { Tool } from '@agent-mem/agent-loop';

/** Searches the facts of the scope. */
export function retrieveFactsTool({ caller, config }: AgentContext): Tool {
  return {
    name: 'RetrieveFacts',
    description: 'Retrieve additional facts from long-term memory',
    arguments: [{ name: 'query', type: 'string', description: 'What to look for' }],
    async run({ query }, { scope, conversationId, signal, recalled }) {
      const { facts } = await caller.call(
        'facts',
        'retrieve',
        { ...scope, query: String(query), top_k: config.FACT_RETRIEVAL_TOP_K, conversation_id: conversationId },
        { timeoutMs: config.TOOL_TIMEOUT_MS, signal },
      );
      recalled(facts.map(({ id }) => id));
      return facts.map(({ id, content }) => `- ${content} [${id}]`).join('\n') || 'No facts were found.';
    },
  };
}
