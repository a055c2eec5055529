import type { AgentResponse } from '@agent-mem/contract';

/** What of the last frame an answer in JSON has. */
export const answerMembers = [
  'answer',
  'cut_short',
  'invocation_id',
  'conversation_id',
  'receipt',
  'sensitive',
  'usage',
] as const satisfies readonly (keyof AgentResponse)[];

/** What that of a run that waits has beside them: there is no answer yet. */
export const waitingMembers = ['waiting', 'expires_at'] as const satisfies readonly (keyof AgentResponse)[];

/** The answer of Invoke, Resume and Fork in JSON. */
export function invokeAnswer(last: AgentResponse): object {
  const members = [...answerMembers, ...(last.type === 'waiting' ? waitingMembers : [])];
  return Object.fromEntries(members.map((name) => [name, last[name]]));
}
