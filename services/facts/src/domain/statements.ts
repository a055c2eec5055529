import type { InvocationCompleted } from '@agent-mem/contract';
import { type ReadAnswer, worldSteps } from '@agent-mem/service-kit';

/** Most statements taken from one invocation. */
const maxStatements = 3;
/** Longest statement, in bytes of UTF-8. */
const maxStatementBytes = 1_024;

/** Reads the model's list of statements: JSON, 0 to 3 texts, each at most 1 KiB. Anything else is unusable as a whole, so that no half of a misunderstanding is kept. */
export function readStatements(answer: string): ReadAnswer<readonly string[]> {
  let list: unknown;
  try {
    list = JSON.parse(answer);
  } catch {
    return { unusable: 'not-json' };
  }
  if (!Array.isArray(list)) return { unusable: 'not-a-list' };
  if (list.length > maxStatements) return { unusable: 'too-many' };
  const statements: string[] = [];
  for (const statement of list as unknown[]) {
    if (typeof statement !== 'string' || !statement.isWellFormed()) return { unusable: 'not-text' };
    if (statement.trim() === '') return { unusable: 'blank' };
    if (Buffer.byteLength(statement) > maxStatementBytes) return { unusable: 'too-long' };
    statements.push(statement.trim());
  }
  return { value: statements };
}

/** What the tools of an invocation showed. */
export function observationsOf(done: InvocationCompleted): readonly string[] {
  return worldSteps(done).flatMap((step) => (step.success && step.observation !== '' ? [step.observation] : []));
}
