import { type AgentRequest, type AgentResponse, type Init, OperationError } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';

/** Puts a question to the agent and answers its last frame. Throws when that is an error. */
export async function invoke(caller: Caller, request: Init<AgentRequest>): Promise<AgentResponse> {
  let last: AgentResponse | null = null;
  for await (const frame of caller.stream('agent', 'invoke', request, { timeoutMs: 60_000 })) last = frame;
  if (!last?.end_of_dialog) throw new OperationError('internal', 'The agent ended without a last frame');
  if (last.type === 'error')
    throw last.error ? OperationError.fromWire(last.error) : new OperationError('internal', last.content);
  return last;
}
