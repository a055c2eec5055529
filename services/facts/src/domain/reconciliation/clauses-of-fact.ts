import type { ComparedFact } from '../fact/compared-fact.ts';
import { comparedInEnglish } from '../languages/in-english.ts';
import { ofTheUser } from '../message/statement/of-the-user.ts';
import { clausesSaid } from '../statements/clauses-said.ts';
import { statesEndedBy } from '../statements/endings/ended-states.ts';
import { type Ending, endingsIn } from '../statements/endings/endings.ts';
import { havingTopics } from '../statements/possession-topics.ts';
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
  /** Statements that it makes untrue without a word of what they say. */
  readonly ended: readonly RegExp[];
}

/** Reads a fact with its clauses. */
export function clausesOfFact(fact: ComparedFact): FactClauses {
  const english = inThirdPerson(comparedInEnglish(fact.content));
  const topics = [...ownTopics({ ...fact, content: english }), ...havingTopics(english)];
  const whole = { reading: readStatement(english), topics, endings: [] };
  const said = clausesSaid(english);
  const clauses = said.map((text) => ({
    reading: readStatement(text),
    topics: [...topicsOfText(text), ...havingTopics(text)],
    endings: endingsIn(text),
  }));
  const ended = statesEndedBy(english.replace(/[\s.!]+$/, ''), Date.parse(fact.timestamp));
  return { fact, english, whole, clauses, plain: [whole, ...(isOneThing(english) ? clauses : [])], ended };
}

/** "My bike got stolen", as some clients store what their user says, is said of the user. */
function inThirdPerson(text: string): string {
  return /^(?:I|I['’]m|I['’]ve|My)\s/.test(text) ? ofTheUser(text.replace(/’/g, "'")) : text;
}

function isOneThing(text: string): boolean {
  return !/;|\b(?:and|but)\b/i.test(text);
}
