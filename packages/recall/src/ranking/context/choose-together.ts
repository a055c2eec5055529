import { rememberLately } from '@agent-mem/contract';
import { analyse } from '../analyse.ts';

/** Something that may stand in a context. */
export interface Choosable {
  /** How well it fits what was asked, by itself: 0 to 1, and comparable between lists. */
  readonly score: number;
  readonly text: string;
  /** What it takes of the budget. */
  readonly tokens: number;
  /** A line that stands once above all that share its key, and what it takes. */
  readonly heading?: { readonly key: string; readonly tokens: number };
}

/** How much may be chosen. */
export interface ChoiceRoom<Item> {
  readonly maxTokens: number;
  /** What is worth less than this share of the best is not chosen, whatever room there is. Default: 0. */
  readonly leastShare?: number;
  /** What fills the room that is left, first things first, up to so many tokens with the others. Default: nothing. */
  readonly rest?: { readonly items: readonly Item[]; readonly upTo: number };
}

/** What was chosen, in the order it was. */
export interface Chosen<Item> {
  readonly items: readonly Item[];
  /** Headings counted. */
  readonly tokens: number;
  /** What found no room. */
  readonly leftOut: readonly Item[];
  /** What is worth less than the least share of the best. */
  readonly poor: readonly Item[];
}

/** What one item of another list says nearly whole comes last, whatever it is worth. */
const saidWhole = 0.9;

interface List<Item> {
  readonly items: readonly Item[];
  readonly worth: readonly number[];
  readonly chosen: Item[];
  next: number;
}

/**
 * Chooses from several lists, each best first, what fits into a budget together. Next is always the head that adds most: its worth less what one
 * item of another list says already. Each list keeps its order, for an item is worth as much as the best behind it.
 */
export function chooseTogether<Item extends Choosable>(
  given: readonly (readonly Item[])[],
  { maxTokens, leastShare = 0, rest }: ChoiceRoom<Item>,
): Chosen<Item> {
  const lists = given.map((items): List<Item> => ({ items, worth: worthOf(items), chosen: [], next: 0 }));
  const least = leastShare * Math.max(0, ...lists.map(({ worth }) => worth.find(Number.isFinite) ?? 0));
  const headings = new Set<string>();
  const items: Item[] = [];
  const leftOut: Item[] = [];
  const poor: Item[] = [];
  const repeated: Item[] = [];
  const termsIn = termsOnce();
  let tokens = 0;
  const take = (item: Item, upTo = maxTokens) => {
    const { heading } = item;
    const cost = item.tokens + (heading && !headings.has(heading.key) ? heading.tokens : 0);
    const fits = tokens + cost <= upTo;
    if (fits) tokens += cost;
    if (fits && heading) headings.add(heading.key);
    (fits ? items : leftOut).push(item);
    return fits;
  };
  const saidBefore = (item: Item, list: List<Item>) =>
    // Of what has no room it does not matter, and its text may be long.
    item.tokens > maxTokens ? 0 : saidAlready(item, list, lists, termsIn);
  for (let best = bestOf(lists, saidBefore); best !== null; best = bestOf(lists, saidBefore)) {
    const { list, item, said } = best;
    const isPoor = (list.worth[list.next] ?? 0) < least;
    list.next += 1;
    if (isPoor) poor.push(item);
    else if (said >= saidWhole) repeated.push(item);
    else if (take(item)) list.chosen.push(item);
  }
  for (const item of repeated) take(item);
  for (const item of rest?.items ?? []) take(item, rest?.upTo);
  return { items, tokens, leftOut, poor };
}

interface Head<Item> {
  readonly list: List<Item>;
  readonly item: Item;
  /** The share of it that one item of another list has said. */
  readonly said: number;
}

/** The head that adds most, or one that adds nothing; `null`: all lists are at their ends. */
function bestOf<Item extends Choosable>(
  lists: readonly List<Item>[],
  saidBefore: (item: Item, list: List<Item>) => number,
): Head<Item> | null {
  const heads = lists.flatMap((list): Head<Item>[] => {
    const item = list.items[list.next];
    return item === undefined ? [] : [{ list, item, said: saidBefore(item, list) }];
  });
  const added = ({ list, said }: Head<Item>) => (said >= saidWhole ? Infinity : (list.worth[list.next] ?? 0) * (1 - said));
  return heads.reduce<Head<Item> | null>((best, head) => (best && added(best) >= added(head) ? best : head), null);
}

/** The largest share of an item's terms that one chosen item of another list has. */
function saidAlready<Item extends Choosable>(
  item: Item,
  list: List<Item>,
  lists: readonly List<Item>[],
  termsIn: TermsIn,
): number {
  const others = lists.filter((other) => other !== list).flatMap(({ chosen }) => chosen);
  if (others.length === 0) return 0;
  const terms = termsIn(item);
  if (terms.size === 0) return 0;
  return Math.max(...others.map((other) => sharedBy(terms, termsIn(other)) / terms.size));
}

function sharedBy(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [few, many] = some.size < others.size ? [some, others] : [others, some];
  return [...few].filter((term) => many.has(term)).length;
}

/** The best score at or behind each item. */
function worthOf(items: readonly Choosable[]): readonly number[] {
  const worth = items.map(({ score }) => score);
  for (let index = worth.length - 2; index >= 0; index -= 1) worth[index] = Math.max(worth[index] ?? 0, worth[index + 1] ?? 0);
  return worth;
}

type TermsIn = (item: Choosable) => ReadonlySet<string>;

/** The terms of items, each read once: a long text is not read again with each choice. */
function termsOnce(): TermsIn {
  const read = new Map<Choosable, ReadonlySet<string>>();
  return (item) => {
    const terms = read.get(item) ?? termsOf(item.text);
    read.set(item, terms);
    return terms;
  };
}

/** Most of what is recalled was recalled lately. */
const termsOf = rememberLately((text): ReadonlySet<string> => new Set(Object.keys(analyse(text).terms)), {
  texts: 1000,
  characters: 4000,
});
