import { findNames } from '@agent-mem/recall/names';

/** A text with what recall gave it for a question: 0 where it was not found. */
export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** How the way over entities is followed. */
export interface Hop {
  /** So many of the best are where it starts. */
  readonly seeds: number;
  /** What the end of the way gets of the score of its start, times the rarity of the entity. */
  readonly weight: number;
}

/** By text: the keys of the entities that it mentions, as the graph service joins them. */
export type Mentions = ReadonlyMap<string, readonly string[]>;

/** What the texts of a scope mention. A name that is sure anywhere is one everywhere; `left` are none. */
export function mentionsIn(
  texts: readonly { readonly id: string; readonly text: string }[],
  left: ReadonlySet<string>,
): Mentions {
  const found = texts.map(({ id, text }) => ({ id, names: findNames(text) }));
  const sure = new Set(found.flatMap(({ names }) => names.filter(({ isSure }) => isSure).map(({ key }) => key)));
  const isEntity = (key: string) => sure.has(key) && !left.has(key);
  return new Map(found.map(({ id, names }) => [id, names.map(({ key }) => key).filter(isEntity)]));
}

/** Texts in order once those that share an entity with the best are moved up: one hop, from a text over an entity to a text. */
export function afterHop(scored: readonly Scored[], mentions: Mentions, { seeds, weight }: Hop): readonly Scored[] {
  const holders = new Map<string, number>();
  for (const keys of mentions.values()) for (const key of keys) holders.set(key, (holders.get(key) ?? 0) + 1);
  const rarity = (key: string) => Math.log(mentions.size / (holders.get(key) ?? 1)) / Math.log(mentions.size);
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, seeds);
  const reached = ({ id }: Scored) => {
    const own = new Set(mentions.get(id));
    const ways = best
      .filter((seed) => seed.id !== id)
      .flatMap((seed) => (mentions.get(seed.id) ?? []).filter((key) => own.has(key)).map((key) => seed.score * rarity(key)));
    return Math.max(0, ...ways);
  };
  return scored
    .map((each) => ({ id: each.id, score: each.score + weight * reached(each) }))
    .toSorted((a, b) => b.score - a.score);
}
