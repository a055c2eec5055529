import { describeTool, type Tool } from '@agent-mem/agent-loop';
import type { AgentRequest } from '@agent-mem/trustgraph';

/** The terms of TrustGraph's own template for a step, as its agents fill it. */
export function stockTerms(
  { question, history }: Pick<AgentRequest, 'question' | 'history'>,
  tools: readonly Tool[],
  context: string,
): Readonly<Record<string, unknown>> {
  return {
    question,
    tools: tools.map(describeTool),
    context: context === '' ? null : context,
    tool_names: tools.map(({ name }) => name).join(','),
    history: history.map(({ thought, action, arguments: args, observation }) => {
      return { thought, action, arguments: args, observation };
    }),
  };
}
