import { type Event, OperationError, type Scope } from '@agent-mem/contract';
import { withinMs } from '@agent-mem/runtime';
import type { LoopContext } from './loop-context.ts';

/**
 * Has the conversation show an ended invocation before its caller has the last frame, so that what is asked next finds it there. `event` has been published: where
 * the conversations do not answer within MEMORY_DEADLINE_MS, it does the same later. Never rejects.
 */
export async function appendInvocation(
  { caller, clock, config, log }: Pick<LoopContext, 'caller' | 'clock' | 'config' | 'log'>,
  scope: Scope,
  { conversation_id, timestamp, data }: Event,
): Promise<void> {
  const invocation = data.invocation_completed;
  if (!invocation) return;
  const timeoutMs = config.MEMORY_DEADLINE_MS;
  const request = { ...scope, conversation_id, timestamp, invocation };
  try {
    await withinMs(clock, timeoutMs, caller.call('conversations', 'append_invocation', request, { timeoutMs }));
  } catch (cause) {
    const { type, message } = OperationError.from(cause);
    log.debug({ invocation_id: invocation.invocation_id, type }, `The conversation shows an invocation later: ${message}`);
  }
}
