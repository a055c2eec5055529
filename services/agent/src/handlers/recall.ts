import { emptyTier, recallText, receiptOf } from '@agent-mem/agent-loop';
import type { RecallRequest } from '@agent-mem/contract';
import { requestReceiptId } from '@agent-mem/recall';
import { type Handler, promptsFrom } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';

/** Assembles what memory has on a query, as Invoke does, and answers it as a text, with its receipt. */
export const recall: Handler<'agent', 'recall', Config> = async (request, context) => {
  const { clock, config, receipts, requestId, scope, signal } = context;
  const { query, conversation_id: conversationId } = request;
  const prompts = await promptsFrom(config.PROMPTS_FILE);
  const asked = {
    query,
    conversationId,
    maxTokens: request.max_tokens,
    topK: request.top_k,
    format: formatOf(request),
    otherConversations: request.other_conversations,
    shown: new Set(request.shown),
  };
  const { text, memory } = await recallText({ ...context, prompts }, scope, asked, signal);
  const receipt = receiptOf({
    id: requestReceiptId('agent.Recall', scope, requestId, query),
    operation: 'agent.Recall',
    tiers: { profile: null, ...memory.tiers, working_memory: emptyTier },
    ms: memory.ms,
    at: clock.now(),
  });
  receipts.note(scope, { receipt, query, conversationId }, config.RECEIPT_TTL_DAYS);
  return { text, receipt };
};

function formatOf({ format }: RecallRequest): 'tiers' | 'roles' {
  return format === 'roles' ? 'roles' : 'tiers';
}
