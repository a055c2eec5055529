import type { ComparedFact } from '../fact/compared-fact.ts';
import { inEnglish } from '../languages/in-english.ts';
import { clausesSaid } from '../statements/clauses-said.ts';
import { type Ending, endingsIn } from '../statements/endings.ts';
import { type Reading, readStatement } from '../statements/statement-reading.ts';
import type { Topic } from '../statements/statement-topic.ts';
import { ownTopics, topicsOfText } from '../statements/topic-of.ts';

/** One thing that a fact says. */
export interface Clause {
  readonly reading: Reading;
  readonly topics: readonly Topic[];
  readonly endings: readonly Ending[];
}

/** A fact as it is compared with others. */
export interface FactClauses {
  readonly fact: ComparedFact;
  /** What it says, in English as far as rules read it. */
  readonly english: string;
  readonly whole: Clause;
  /** What it says, one thing a clause. */
  readonly clauses: readonly Clause[];
  /** Ways of saying all of it; a fact that says two things is not replaced when one of them changes. */
  readonly plain: readonly Clause[];
}

/** Reads a fact with its clauses. */
export function clausesOfFact(fact: ComparedFact): FactClauses {
  const english = inEnglish(fact.content);
  const whole = { reading: readStatement(english), topics: ownTopics(fact), endings: [] };
  const said = clausesSaid(english);
  const clauses = said.map((text) => ({ reading: readStatement(text), topics: topicsOfText(text), endings: endingsIn(text) }));
  return { fact, english, whole, clauses, plain: [whole, ...(isOneThing(english) ? clauses : [])] };
}

function isOneThing(text: string): boolean {
  return !/;|\b(?:and|but)\b/i.test(text);
}
