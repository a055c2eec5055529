import type { TemplateVariables } from '@agent-mem/llm';
import type { AgentRequest } from '@agent-mem/trustgraph';

/** The terms of TrustGraph's own template for a step, as its agents fill it. */
export function stockTerms(
  { question, history }: Pick<AgentRequest, 'question' | 'history'>,
  { tools, additional_context }: Pick<TemplateVariables['react'], 'tools' | 'additional_context'>,
): Readonly<Record<string, unknown>> {
  return {
    question,
    tools,
    context: additional_context === '' ? null : additional_context,
    tool_names: tools.map(({ name }) => name).join(','),
    history: history.map(({ thought, action, arguments: args, observation }) => {
      return { thought, action, arguments: args, observation };
    }),
  };
}
