import { messageIdsOf, OperationError } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import type { RunTrace } from '../journal/traces.ts';

/** A branch of a run's conversation that shows what came before its question, by its id; `null`: nothing came before. The same key answers the same branch. */
export async function conversationBefore(
  { caller, config, scope, signal }: Pick<HandlerContext<Config>, 'caller' | 'config' | 'scope' | 'signal'>,
  { invocation: { conversationId, invocationId, isNewConversation } }: Pick<RunTrace, 'invocation'>,
  key: string,
): Promise<string | null> {
  if (isNewConversation) return null;
  const options = { timeoutMs: config.TOOL_TIMEOUT_MS, signal };
  const shown = { ...scope, conversation_id: conversationId };
  const newest = async (before: string | null) => {
    const asked = { ...shown, before, limit: 1, newest_first: true, include_tool_calls: false, include_reasoning: false };
    const { messages } = await caller.call('conversations', 'history', asked, options);
    return messages[0]?.id ?? null;
  };
  const from = await newest(messageIdsOf(invocationId).question)
    .catch(ifNotFound(() => newest(null)))
    .catch(ifNotFound(async () => null));
  if (from === null) return null;
  const branch = { ...shown, from_message_id: from };
  const { conversation_id } = await caller.call('conversations', 'branch', branch, {
    ...options,
    idempotencyKey: `${key}/branch`,
  });
  return conversation_id;
}

/** The question of a run that waits is in no conversation yet, and a conversation may have been deleted. */
function ifNotFound<Result>(other: () => Promise<Result>) {
  return (cause: unknown) => {
    if (OperationError.from(cause).type === 'not-found') return other();
    throw cause;
  };
}
