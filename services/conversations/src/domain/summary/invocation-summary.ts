import type { InvocationCompleted } from '@agent-mem/contract';
import { cutText } from '../cut-text.ts';

/** Bytes of what an invocation's summary keeps of its question, its doing and its answer: summaries go into every later context. */
const partBytes = { query: 2_048, summary: 2_048, result: 4_096 } as const;

/** "User asked X, agent did Y, result was Z". `did` is the model's sentence; `null`: by rules. */
export function invocationSummary(
  completed: InvocationCompleted,
  did: string | null,
): { readonly query: string; readonly summary: string; readonly result: string } {
  return {
    query: cutText(completed.question.trim(), partBytes.query),
    summary: cutText(did ?? whatTheAgentDid(completed), partBytes.summary),
    result: cutText(resultOf(completed), partBytes.result),
  };
}

/** One sentence from the names of what was called, for when no model can say it. */
export function whatTheAgentDid(completed: InvocationCompleted): string {
  const actions = callsOf(completed);
  const failed = actions.filter((step) => !step.success).length;
  const end = completed.success ? 'answered' : 'ended without an answer';
  if (actions.length === 0) return completed.success ? 'Answered directly.' : 'Ended without an answer.';
  const failures = failed === 0 ? '' : ` (${failed} of ${actions.length} calls failed)`;
  return `Called ${inWords([...new Set(actions.map((step) => step.action.trim()))])}${failures}, then ${end}.`;
}

/** Whether the agent called anything. */
export function hasCalled(completed: Pick<InvocationCompleted, 'steps'>): boolean {
  return callsOf(completed).length > 0;
}

function callsOf({ steps }: Pick<InvocationCompleted, 'steps'>): InvocationCompleted['steps'] {
  return steps.filter((step) => step.action.trim() !== '');
}

/** A model's sentence, if it can be used as one. */
export function readSummary(answer: string): { readonly value: string } | { readonly unusable: string } {
  const text = answer.trim().replace(/\s+/g, ' ');
  if (text === '') return { unusable: 'empty' };
  return Buffer.byteLength(text) > partBytes.summary ? { unusable: 'too-long' } : { value: text };
}

function resultOf(completed: InvocationCompleted): string {
  const { success, error } = completed;
  const answer = completed.answer.trim();
  if (success) return answer;
  // What was said of an answer that is not whole is no result.
  if (error) return answer === '' ? `Failed: ${error}` : `The answer was cut: ${error}`;
  return 'No answer.';
}

function inWords(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
