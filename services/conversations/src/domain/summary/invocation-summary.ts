import type { InvocationCompleted, InvocationStep } from '@agent-mem/contract';
import { cutText } from '../cut-text.ts';

/** Bytes of what an invocation's summary keeps of its question, its doing and its answer: summaries go into every later context. */
const partBytes = { query: 2_048, summary: 2_048, result: 4_096 } as const;
/** Of an invocation that was not finished, its last calls say how far it came. */
const mostLastCalls = 3;
const callBytes = { arguments: 256, observation: 768 } as const;

/**
 * "User asked X, agent did Y, result was Z". `did` is the model's sentence; `null`: by rules. An invocation that was not finished has no result:
 * its place takes what the last calls showed. Neither the error that ended it nor a part of an answer stands there, since a later run would take them for the result.
 */
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
function whatTheAgentDid(completed: InvocationCompleted): string {
  const actions = callsOf(completed);
  const failed = actions.filter((step) => !step.success).length;
  if (actions.length === 0) return completed.success ? 'Answered directly.' : 'Did not finish.';
  const end = completed.success ? 'answered' : 'did not finish';
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
  if (completed.success) return completed.answer.trim();
  // What was recalled is recalled again.
  const calls = callsOf(completed).filter((step) => !step.from_memory);
  return ['Not finished.', ...calls.slice(-mostLastCalls).map(callMade)].join('\n');
}

/** A call and what it showed, in one line. */
function callMade({ action, arguments: given, observation, success }: InvocationStep): string {
  const args = /^(?:\{\s*\})?$/.test(given.trim()) ? '' : ` ${cutText(given.trim(), callBytes.arguments)}`;
  const seen = cutText(observation.trim().replace(/\s+/g, ' '), callBytes.observation);
  return `${action.trim()}${args}${success ? '' : ' (it failed)'}: ${seen || '(no output)'}`;
}

function inWords(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
