import type { ErrorSolutionPair } from '@agent-mem/contract';

/** Longest part of an error that is shown beside its solution, in characters. */
const longestError = 300;

/** A solution as the prompt shows it. */
export function solutionText({ error, solution, helped, failed }: ErrorSolutionPair): string {
  const met = [...error].slice(0, longestError).join('');
  const tried = failed === 0 ? '' : ` (it helped ${helped} of ${helped + failed} times)`;
  return `Met before: ${met}\nWhat got over it: ${solution}${tried}`;
}
