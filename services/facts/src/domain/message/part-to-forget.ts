import { conceptsOf } from '../question/concepts.ts';
import { itemsOf, listOf } from './item-list.ts';

/** What a request to forget means of a fact that says more, and what stays: each a statement of its own. */
export interface PartToForget {
  readonly factId: string;
  readonly forgotten: string;
  readonly remaining: string;
}

/** In characters. What is longer is no list of a few things. */
const longest = 300;
const mostItems = 12;

/** Whom a fact is about, what they do, and what with: "The user has two cats and a dog", "Anne speaks French and Spanish". */
const listing =
  /^((?:(?:[Tt]he )?[Uu]ser(?:['’]s [\p{Ll}-]+)?|\p{Lu}[\p{L}'’-]+) (?:also |now )?\p{Ll}{2,}(?: (?:in|at|for|on))?) (\S.*?)\.?$/u;
/** Words by which the things of a list hang together, or by which it says something else of them. */
const bound =
  /\b(?:not|never|no|longer|n't|neither|nor|both|either|or|between|without|except|only|but|if|than|over|to|with|together|each|respectively)\b/i;

const name = String.raw`\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?`;
const noun = String.raw`[\p{Ll}'’-]+(?: [\p{Ll}'’-]+){0,2}`;
const counted = 'an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+|some|several|many|the|their|his|her';
/** Each thing of a list has the same form. Two bare nouns may be one thing, as gin and tonic are. */
const forms = [
  { form: new RegExp(`^(?:${counted}) ${noun}(?: (?:called|named) ${name})?$`, 'u'), least: 2 },
  { form: new RegExp(`^${name}$`, 'u'), least: 2 },
  { form: new RegExp(`^(?!(?:called|named) )${noun}$`, 'u'), least: 3 },
];

/** The part of a fact that a request is about; `null`: it is about the whole fact, or no rule can take the part out of it. */
export function partToForget(
  about: string,
  { id, content }: { readonly id: string; readonly content: string },
): PartToForget | null {
  if (content.length > longest || bound.test(content)) return null;
  const [, head, list = ''] = listing.exec(content) ?? [];
  const items = itemsOf(list);
  const isSeparable = forms.some(({ form, least }) => items.length >= least && items.every((item) => form.test(item)));
  if (head === undefined || items.length > mostItems || !isSeparable) return null;
  const ofAll = new Set(conceptsOf(head));
  const meant = conceptsOf(about).filter((concept) => !ofAll.has(concept));
  const isMeant = (item: string) => meant.every((concept) => conceptsOf(item).includes(concept));
  const [gone, stays] = [items.filter(isMeant), items.filter((item) => !isMeant(item))];
  if (gone.length === 0 || stays.length === 0) return null;
  return { factId: id, forgotten: `${head} ${listOf(gone)}`, remaining: `${head} ${listOf(stays)}` };
}
