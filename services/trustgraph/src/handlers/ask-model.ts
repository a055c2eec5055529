import type { AskModelRequest } from '@agent-mem/contract';
import type { ChatMessage } from '@agent-mem/llm';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { FlowModels } from '../model/flow-models.ts';
import type { FlowQuestion } from '../model/learning-ways.ts';

/** Asks the flow's model. */
export function askModel(models: FlowModels): Handler<'trustgraph', 'ask_model', Config> {
  return async (request, { signal }) => {
    const { text, usage } = await models.ask(request.flow, questionOf(request), signal);
    return { text, tokens_in: usage?.inTokens ?? null, tokens_out: usage?.outTokens ?? null };
  };
}

function questionOf({ messages, schema }: AskModelRequest): FlowQuestion {
  return {
    // The contract takes no other role.
    messages: messages.map(({ role, content }) => ({ role: role as ChatMessage['role'], content })),
    // The contract has checked that it is JSON.
    ...(schema !== null && { schema: { name: 'answer', schema: JSON.parse(schema) as Record<string, unknown> } }),
  };
}
