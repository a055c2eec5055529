import { factsBefore } from './facts-before.ts';
import { type MemoryTool, textOf } from './memory-tool.ts';

/** A fact as it stands in the observation. */
export function factLine({ id, content }: { readonly id: string; readonly content: string }): string {
  return `- ${content} [${id}]`;
}

/** Searches the facts of the scope. */
export const retrieveFacts: MemoryTool = {
  name: 'RetrieveFacts',
  description: 'Retrieve additional facts from long-term memory',
  arguments: [{ name: 'query', type: 'string', description: 'What to look for' }],
  access: 'reads',
  async run({ query }, { caller, scope, invocation, topK, options }) {
    const asked = {
      ...scope,
      query: textOf(query),
      ...(topK !== undefined && { top_k: topK }),
      ...(invocation && { conversation_id: invocation.conversationId }),
    };
    const { facts } = await caller.call('facts', 'retrieve', asked, options);
    const historyOf = (fact_id: string) => caller.call('facts', 'history', { ...scope, fact_id }, options);
    const shown = [...facts, ...(await factsBefore(asked.query, facts, historyOf))];
    return {
      text: shown.map(factLine).join('\n') || 'No facts were found.',
      recalledIds: shown.map(({ id }) => id),
      data: { facts },
    };
  },
};
