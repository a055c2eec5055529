import type { AgentResponse } from '@agent-mem/contract';

/** What of the last frame an answer in JSON has. */
export const answerMembers = [
  'answer',
  'invocation_id',
  'conversation_id',
  'receipt',
  'sensitive',
  'usage',
] as const satisfies readonly (keyof AgentResponse)[];

/** The answer of Invoke in JSON. */
export function invokeAnswer(last: AgentResponse): object {
  return Object.fromEntries(answerMembers.map((name) => [name, last[name]]));
}
