import type { IndexDocument, IndexQuery, NodeKind } from '@agent-mem/storage';
import { document, vector } from '@agent-mem/storage/contract-suite/fixtures';

const kinds: readonly NodeKind[] = ['Fact', 'Episode', 'Message'];
const roles = [null, 'user', 'assistant'];
const vocabulary = 3_000;
const dimensions = 32;

/** Pseudo-random documents and queries, the same for the same seed. */
export class RandomMemory {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  document(number: number): IndexDocument {
    const conversationId = this.#chance(0.2) ? null : `c${this.#below(20)}`;
    const terms: Record<string, number> = {};
    for (let i = this.#below(25); i > 0; i -= 1) terms[this.#term()] = 1 + this.#below(4);
    return document({
      id: `fact_${number}`,
      kind: this.#of(kinds),
      conversationId,
      ordinal: conversationId === null ? null : number,
      role: this.#of(roles),
      visibility: this.#chance(0.8) ? 'scope' : 'conversation',
      terms,
      vectors: this.#chance(0.9) ? [this.#vector()] : [],
      fields: { number },
    });
  }

  query(): IndexQuery {
    const terms = Array.from({ length: this.#below(8) }, () => ({ term: this.#term(), weight: 0.01 + this.#random() * 8 }));
    return {
      kinds: kinds.filter(() => this.#chance(0.7)),
      limit: this.#of([1, 10, 200, 1_000]),
      ...(this.#chance(0.8) ? { terms } : {}),
      ...(this.#chance(0.8) ? { vector: this.#vector() } : {}),
      ...(this.#chance(0.3) ? { conversationIds: Array.from({ length: 1 + this.#below(2) }, () => `c${this.#below(21)}`) } : {}),
      ...(this.#chance(0.5) ? { visibleFrom: `c${this.#below(21)}` } : {}),
      ...(this.#chance(0.3) ? { roles: ['user'] } : {}),
    };
  }

  /** Few are frequent and many are rare, as words are. */
  #term(): string {
    return `t${Math.floor(vocabulary ** this.#random())}`;
  }

  #vector() {
    return vector(Array.from({ length: dimensions }, () => this.#random() - 0.5));
  }

  #of<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** Mulberry32. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
