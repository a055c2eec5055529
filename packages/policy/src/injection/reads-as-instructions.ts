import { type Fact, withoutOwnAnswers } from '@agent-mem/contract';
import { english } from './english.ts';
import { plainLetters, readingsOf } from './readings.ts';
import { wordOdds } from './word-odds.ts';

/** What is read of a text, from its beginning and its end, in characters: what is longer is no statement. */
const maxRead = 16_384;

/** Of what nobody vouches for: about one line in two hundred of manuals is above it, and half of the attacks that no table of signals knows (docs/explanation/privacy.md). */
const leastOdds = -0.6;

/** How much a text reads like instructions to a model. */
export interface InstructionScore {
  /** 0: not at all; from 1 on it does. */
  readonly score: number;
  /** What it does, in words for people; the strongest first. */
  readonly reasons: readonly string[];
}

/** What a user asks of their own agent, each day: "From now on, you should always answer in French." */
const ordinaryOrders: ReadonlySet<string> = new Set([
  'addresses its reader',
  'binds later answers',
  'is to hold for everything',
  'orders an answer',
  'speaks to the model',
  'tells what to answer',
]);

/** Scores a text by the table of signals but those of these names, in each way it may be read; the strongest reading counts. */
function instructionScore(text: string, without: ReadonlySet<string> = new Set()): InstructionScore {
  const read = spaced(text.length <= 2 * maxRead ? text : `${text.slice(0, maxRead)}\n${text.slice(-maxRead)}`);
  let best: InstructionScore = { score: 0, reasons: [] };
  for (const reading of readingsOf(read)) {
    const weights = new Map<string, number>();
    for (const { name, weight, pattern } of english) {
      if (without.has(name) || !pattern.test(reading)) continue;
      // Two signs of the same are more than one, and less than two.
      weights.set(name, Math.max(weight, (weights.get(name) ?? 0) * 0.5 + weight));
    }
    const score = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    if (score > best.score) best = { score, reasons: [...weights].toSorted((a, b) => b[1] - a[1]).map(([name]) => name) };
  }
  return best;
}

/** With short spaces: the signals try each length of one, which of a long one takes for ever. */
function spaced(text: string): string {
  return text.replace(/\s{4,}/g, (space) => (space.includes('\n') ? '\n\n' : '  '));
}

/**
 * Whose words a text is. `said`: the user's in a conversation, which may give the agent orders. `by-user`: a caller says that they are the user's.
 * `by-nobody`: a page's, a tool's or another program's, which may only say what is.
 */
export type Vouched = 'said' | 'by-user' | 'by-nobody';

/**
 * Why one of these texts reads like instructions to a model rather than like a memory; `null`: none does. What nobody vouches for is also
 * read by the statistics of its words, but for what our agent says of itself: "I remember nothing …" has the words of orders.
 */
export function readsAsInstructions(texts: readonly (string | null | undefined)[], vouched: Vouched): string | null {
  for (const text of texts) {
    if (!text) continue;
    const { score, reasons } = instructionScore(text, vouched === 'said' ? ordinaryOrders : undefined);
    // Weights are tenths; their sum may fall short of 1 by a rounding.
    if (score >= 0.99) return `reads like instructions to a model: ${reasons.join(', ')}`;
    if (vouched === 'by-nobody' && wordOdds(plainLetters(withoutOwnAnswers(text.slice(0, maxRead)))) > leastOdds)
      return 'reads like instructions to a model: its words are those of orders';
  }
  return null;
}

/** The same of the texts of a record, by who vouches for it. */
export function instructionsIn(texts: readonly string[], trust: Fact['trust']): string | null {
  return readsAsInstructions(texts, trust === 'user' ? 'by-user' : 'by-nobody');
}
