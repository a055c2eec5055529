import type { AgentRequest, Scope } from '@agent-mem/contract';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import { assembleTiers } from './assemble-tiers.ts';
import { fetchTiers } from './fetch-tiers.ts';
import type { RecalledMemory } from './recalled-memory.ts';

/** What an invocation is shown of memory. A tier that fails or is late is left out and says why; it never rejects but for the signal. */
export async function recallMemory(
  context: LoopContext,
  scope: Scope,
  { conversationId, isNewConversation }: Invocation,
  { question, state, other_conversations }: Pick<AgentRequest, 'question' | 'state' | 'other_conversations'>,
  signal: AbortSignal,
): Promise<RecalledMemory> {
  const { MEMORY_CONTEXT_TOKENS: maxTokens, RECALL_OTHER_CONVERSATIONS: byDefault } = context.config;
  const asked = {
    query: question,
    state,
    conversationId,
    isNewConversation,
    withOthers: other_conversations ?? byDefault,
    topK: null,
    maxTokens,
    mostRelevant: null,
  };
  return assembleTiers(await fetchTiers(context, scope, asked, signal), maxTokens);
}
