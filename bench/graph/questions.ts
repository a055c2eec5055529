import { randomOf } from '../seeded-texts.ts';
import type { MadeGraph } from './made-graph.ts';

const seed = 81;

/** Half of them any node, half the end of any edge: a hub comes as often as it is joined. */
export function startsOf({ ids, ends }: MadeGraph, count: number): readonly string[] {
  const random = randomOf(seed, count);
  return Array.from({ length: count }, (_, index) => oneOf(index % 2 === 0 ? ids : ends, random()));
}

/** Pairs of any two different nodes. */
export function pairsOf({ ids }: MadeGraph, count: number): readonly (readonly [string, string])[] {
  const random = randomOf(seed, -count);
  const pairs = Array.from({ length: count }, () => [oneOf(ids, random()), oneOf(ids, random())] as const);
  return pairs.map(([from, to]) => [from, from === to ? oneOf(ids, random()) : to]);
}

function oneOf(ids: readonly string[], share: number): string {
  return ids[Math.floor(share * ids.length)] ?? '';
}
