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

/** What of the last frame of a run that waits an answer in JSON has: there is no answer yet. */
export const waitingMembers = [
  'invocation_id',
  'conversation_id',
  'waiting',
  'expires_at',
  'usage',
] as const satisfies readonly (keyof AgentResponse)[];

/** The answer of an operation whose run waits, in JSON. */
export function waitingAnswer(last: AgentResponse): object {
  return Object.fromEntries(waitingMembers.map((name) => [name, last[name]]));
}
