import type { Exchange, reasons } from './load.ts';
import { claims, hasWords, isAbout, isRightOf, saysTheSame } from './match.ts';

/** What is to be said of a statement that was learned. `may`: it counts neither way. */
export type Verdict = 'right' | 'may' | (typeof reasons)[number];

/** What became of one exchange. */
export interface Scored {
  readonly exchange: Exchange;
  readonly learned: readonly { readonly text: string; readonly verdict: Verdict }[];
  /** Facts of the exchange that were not learned. */
  readonly missed: readonly Exchange['facts'][number][];
}

/** Scores what was learned of an exchange. */
export function score(exchange: Exchange, learned: readonly string[]): Scored {
  return {
    exchange,
    learned: learned.map((text) => ({ text, verdict: verdictOf(text, exchange) })),
    missed: exchange.facts.filter((fact) => !learned.some((text) => isRightOf(text, fact))),
  };
}

function verdictOf(text: string, { facts, may, never }: Exchange): Verdict {
  if (facts.some((fact) => isRightOf(text, fact))) return 'right';
  if (may.some((words) => hasWords(text, words))) return 'may';
  // There `user` means that the statement is about the user.
  const named = never.find(({ words }) => words.every((word) => (word === 'user' ? isAbout(text, word) : claims(text, [word]))));
  if (named) return named.why;
  return facts.some((fact) => saysTheSame(text, fact)) ? 'subject' : 'garbage';
}

/** Figures of some exchanges. */
export interface Figures {
  readonly exchanges: number;
  readonly facts: number;
  readonly learned: number;
  /** Of what was learned, without what may be, the share that is right; NaN where nothing was. */
  readonly precision: number;
  /** Of the facts, the share that was learned; NaN where there are none. */
  readonly recall: number;
  /** Statements that are wrong, by why. */
  readonly wrong: Readonly<Record<(typeof reasons)[number], number>>;
}

/** Counts over some exchanges. */
export function figuresOf(scored: readonly Scored[]): Figures {
  const learned = scored.flatMap((each) => each.learned);
  const count = (verdict: Verdict) => learned.filter((each) => each.verdict === verdict).length;
  const facts = scored.reduce((sum, { exchange }) => sum + exchange.facts.length, 0);
  const missed = scored.reduce((sum, each) => sum + each.missed.length, 0);
  return {
    exchanges: scored.length,
    facts,
    learned: learned.length,
    precision: count('right') / (learned.length - count('may')),
    recall: (facts - missed) / facts,
    wrong: {
      subject: count('subject'),
      sarcasm: count('sarcasm'),
      plan: count('plan'),
      quote: count('quote'),
      assistant: count('assistant'),
      garbage: count('garbage'),
    },
  };
}
