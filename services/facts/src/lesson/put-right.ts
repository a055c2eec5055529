import { findPersonal } from '@agent-mem/policy/detectors';
import { believedFacts } from '../believed-facts.ts';
import type { ComparedFact } from '../domain/fact/compared-fact.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { foreignStatement } from '../domain/languages/in-english.ts';
import { putsRight } from '../domain/reconciliation/puts-right.ts';
import { clausesSaid } from '../domain/statements/clauses-said.ts';

/** What is said, as far as it may put a known fact right. */
export interface Saying extends Omit<ComparedFact, 'id'> {
  /** Id of a fact that the user says is wrong. Absent: they name none. */
  readonly replaces?: string | undefined;
}

/** Of two facts of one moment the one with the larger id is the later one: what is said now is. */
const newest = 'fact_~';

/** What reading the known facts takes of a context. */
export type ReadingContext = Omit<Parameters<typeof believedFacts>[0], 'timeLeftMs'>;

/**
 * Whether something sensitive that a user says puts right what memory believes of it, and says no more: memory holds that because somebody asked for it, or
 * stored it. What names another condition, or the number of another document, is new.
 */
export async function putsRightKnown(said: Saying, conversationId: string | null, context: ReadingContext): Promise<boolean> {
  if (said.trust !== 'user') return false;
  const named = [...personalNames(said.content)];
  const content = withoutReason(said.content);
  const nodes = await believedFacts({ ...context, timeLeftMs: (atMost) => atMost }, said.content, conversationId);
  return nodes
    .map(readFact)
    .some(
      (known) =>
        known.visibility === 'scope' &&
        namesAll(known.content, named) &&
        (known.id === said.replaces || putsRight({ ...said, content, id: newest }, known)),
    );
}

/** "… because I did a desensitisation": why it is so is said beside it, and named with the rest. */
function withoutReason(text: string): string {
  return foreignStatement(text) === null ? (clausesSaid(text)[0] ?? text) : text;
}

function namesAll(text: string, named: readonly string[]): boolean {
  const own = personalNames(text);
  return named.every((name) => own.has(name));
}

/** What is personal in a text: a word for health by itself, a number by its kind. */
function personalNames(text: string): ReadonlySet<string> {
  const found = findPersonal(text);
  return new Set(
    found.map(({ kind, start, end }) => (kind === 'health' ? `${kind} ${text.slice(start, end).toLowerCase()}` : kind)),
  );
}
