import type { ComparedFact } from '../fact/compared-fact.ts';
import { inEnglish } from '../languages/in-english.ts';
import { readStatement } from '../statements/statement-reading.ts';
import { plainWords } from '../statements/statement-words.ts';
import { reconcileByRules } from './reconcile-by-rules.ts';
import { retirements } from './retirements.ts';

/**
 * Whether a statement puts a known fact right, by rules, and says no more than that: it takes the fact back, or says other words in the place of as many
 * words of it. What goes on to say more of the same puts nothing right.
 */
export function putsRight(said: ComparedFact, known: ComparedFact): boolean {
  if (!retirements([said], [known], reconcileByRules([said], [known])).some(({ id }) => id === known.id)) return false;
  const [statement, before] = [readStatement(inEnglish(said.content)), readStatement(inEnglish(known.content))];
  const added = without(statement.core, before.core).length;
  // "A" is a blood type, too.
  const replaced = without(plainWords(known.content), plainWords(said.content)).length;
  return added <= replaced && (added > 0 || statement.polarity !== before.polarity);
}

function without(words: readonly string[], others: readonly string[]): readonly string[] {
  return words.filter((word) => !others.includes(word));
}
