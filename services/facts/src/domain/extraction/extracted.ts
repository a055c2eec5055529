import type { ModelList } from '@agent-mem/llm';
import { type ReadAnswer, readEntries } from '@agent-mem/service-kit';

/** What can be used of a model's list of statements. */
export interface Extracted<Statement> {
  readonly statements: readonly Statement[];
  /** No entry was refused, and the list does not break off: on what it leaves out, the model has decided. */
  readonly isWhole: boolean;
}

/** Reads the list statement by statement, up to `most` that can be used; the others are dropped, and so is what a list that breaks off lacks. */
export function readExtracted<Statement>(
  { entries, isWhole }: ModelList,
  most: number,
  read: (entry: unknown) => ReadAnswer<Statement>,
): ReadAnswer<Extracted<Statement>> {
  const answer = readEntries(entries, most, read);
  if ('unusable' in answer) return answer;
  const dropped = [...(answer.dropped ?? []), ...(isWhole ? [] : ['cut-off'])];
  return { value: { statements: answer.value, isWhole: dropped.length === 0 }, dropped };
}
