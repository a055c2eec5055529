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
  /** The largest share of the head's terms that one chosen item of another list has. */
  said: number;
}

/**
 * Chooses from several lists, each best first, what fits into a budget together. Next is always the head that adds most: its worth less what one
 * item of another list says already. Each list keeps its order, for an item is worth as much as the best behind it.
 */
export function chooseTogether<Item extends Choosable>(
  given: readonly (readonly Item[])[],
  { maxTokens, leastShare = 0, rest }: ChoiceRoom<Item>,
): Chosen<Item> {
  const lists = given.map((items): List<Item> => ({ items, worth: worthOf(items), chosen: [], next: 0, said: 0 }));
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
  const hear = (list: List<Item>, said: readonly Item[]) => {
    const head = list.items[list.next];
    // Of what has no room it does not matter, and its text may be long.
    if (head === undefined || head.tokens > maxTokens) return;
    list.said = Math.max(list.said, ...said.map((item) => shareSaid(termsIn(head), termsIn(item))));
  };
  const othersOf = (list: List<Item>) => lists.filter((other) => other !== list);
  for (let list = bestOf(lists); list !== null; list = bestOf(lists)) {
    const { worth, next, said } = list;
    const item = list.items[next] as Item;
    list.next += 1;
    list.said = 0;
    hear(
      list,
      othersOf(list).flatMap(({ chosen }) => chosen),
    );
    if ((worth[next] ?? 0) < least) poor.push(item);
    else if (said >= saidWhole) repeated.push(item);
    else if (take(item)) {
      list.chosen.push(item);
      for (const other of othersOf(list)) hear(other, [item]);
    }
  }
  for (const item of repeated) take(item);
  for (const item of rest?.items ?? []) take(item, rest?.upTo);
  return { items, tokens, leftOut, poor };
}

/** The list whose head adds most, or one whose head adds nothing; `null`: all lists are at their ends. */
function bestOf<Item>(lists: readonly List<Item>[]): List<Item> | null {
  const added = ({ worth, next, said }: List<Item>) => (said >= saidWhole ? Infinity : (worth[next] ?? 0) * (1 - said));
  const open = lists.filter(({ items, next }) => next < items.length);
  return open.reduce<List<Item> | null>((best, list) => (best && added(best) >= added(list) ? best : list), null);
}

/** The share of these terms that others have. */
function shareSaid(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [few, many] = terms.size < others.size ? [terms, others] : [others, terms];
  let shared = 0;
  for (const term of few) if (many.has(term)) shared += 1;
  return terms.size === 0 ? 0 : shared / terms.size;
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
