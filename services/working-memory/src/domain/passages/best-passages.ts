import { analyse, type Language, queryTerms } from '@agent-mem/recall/ranking';
import type { Passage } from './passage.ts';

/** A passage with how often it holds each word of the query. */
interface Measured {
  readonly passage: Passage;
  readonly counts: readonly number[];
}

/** So many passages that share something are held; of more the first. */
const mostHeld = 100_000;

/** Finds the passages that share most with a query. */
export class BestPassages {
  readonly #language: Language;
  readonly #terms: readonly string[];
  readonly #passages = [] as number[];
  readonly #held: Measured[] = [];
  #count = 0;

  constructor(query: string, language: Language) {
    this.#language = language;
    this.#terms = queryTerms(spaced(query), language);
    for (const _ of this.#terms) this.#passages.push(0);
  }

  add(passage: Passage): void {
    this.#count += 1;
    const { terms } = analyse(spaced(passage.text), this.#language);
    const counts = this.#terms.map((term) => terms[term] ?? 0);
    for (const [index, count] of counts.entries()) if (count > 0) this.#passages[index] = (this.#passages[index] ?? 0) + 1;
    if (this.#held.length < mostHeld && counts.some((count) => count > 0)) this.#held.push({ passage, counts });
  }

  /** Best first: by what their words are worth, rare ones more; then in order of the text. */
  ranked(): readonly Passage[] {
    const worth = this.#passages.map((held) => Math.log(1 + (this.#count - held + 0.5) / (held + 0.5)));
    const scoreOf = ({ counts }: Measured) =>
      counts.reduce((sum, count, index) => sum + (worth[index] ?? 0) * (count / (count + 0.3)), 0);
    return this.#held
      .map((measured) => ({ passage: measured.passage, score: scoreOf(measured) }))
      .toSorted((a, b) => b.score - a.score || a.passage.firstLine - b.passage.firstLine)
      .map(({ passage }) => passage);
  }
}

/** The parts of a name such as `replyInbox` or `TS4111` are words too. */
function spaced(text: string): string {
  const parts = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{L})(\p{N})/gu, '$1 $2');
  return parts === text ? text : `${text}\n${parts}`;
}
