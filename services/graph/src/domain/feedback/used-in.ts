import { type Language, queryTerms } from '@agent-mem/recall/ranking';

/** Part of what a memory says beyond the question that the answer must hold. */
const leastShare = 0.5;
/** One word in common may be chance. */
const leastTerms = 2;

/** Whether an answer uses or quotes a memory: it holds two words or more, and at least half, of what the memory says beyond the question. */
export function isUsedIn(
  memory: string,
  { question, answer }: { readonly question: string; readonly answer: string },
  language: Language,
): boolean {
  const asked = new Set(queryTerms(question, language));
  const answered = new Set(queryTerms(answer, language));
  const told = new Set(queryTerms(memory, language).filter((term) => !asked.has(term)));
  const used = [...told].filter((term) => answered.has(term)).length;
  return used >= leastTerms && used / told.size >= leastShare;
}
