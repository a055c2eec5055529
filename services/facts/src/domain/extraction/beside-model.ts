import type { Language } from '@agent-mem/recall/ranking';
import { isStandingInstruction } from '../message/statement/standing-instruction.ts';
import type { Extracted } from './extracted.ts';
import { saysTheSame } from './says-the-same.ts';

/**
 * What is learned of a text that a model and the rules have read. What the model says stands. What it leaves out is worth nothing only where its
 * answer is whole; else the rules add what they read. They always add standing instructions: the prompt has the model take nothing from those.
 */
export function besideModel<Statement extends { readonly text: string }>(
  { statements, isWhole }: Extracted<Statement>,
  byRules: readonly Statement[],
  language: Language,
): readonly Statement[] {
  const added = byRules.filter(
    ({ text }) => (!isWhole || isStandingInstruction(text)) && !statements.some((said) => saysTheSame(said.text, text, language)),
  );
  return [...statements, ...added];
}
