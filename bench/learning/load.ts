import { createHash } from 'node:crypto';
import { array, enum as oneOf, type output, strictObject, string } from 'zod';
import { readJsonLines } from '../json-lines.ts';

/** Which exchanges: five sets that rules may be fitted to, and four that nobody reads who makes them. */
export const sets = [
  'dev',
  'voices',
  'wide-fit',
  'wide-apart',
  'held-out',
  'orders',
  'orders-apart',
  'project',
  'project-apart',
] as const;
/** One of them. */
export type ExchangeSet = (typeof sets)[number];
/** The sets of which no exchange is listed. */
export const unread: ReadonlySet<ExchangeSet> = new Set(['wide-apart', 'held-out', 'orders-apart', 'project-apart']);
/** The sets of which half of the exchanges tell the assistant how to answer: some read like instructions to a model. */
export const giveOrders: ReadonlySet<ExchangeSet> = new Set(['orders', 'orders-apart']);
/** Of the users' messages. */
export const languages = ['en', 'de', 'fr', 'es', 'pt'] as const;

const kinds = [
  'first-person',
  'others',
  'update',
  'plan',
  'correction',
  'sarcasm',
  'hypothetical',
  'quote',
  'question',
  'small-talk',
  'code',
  'mixed',
] as const;

/** Why something must not be learned. */
export const reasons = ['subject', 'sarcasm', 'plan', 'quote', 'assistant', 'garbage'] as const;

const text = string().min(1);
const wording = array(text).min(1);
const factSchema = strictObject({ subject: text, text, accept: array(wording).min(1) });

/** A line of `exchanges.jsonl`. */
export const exchangeSchema = strictObject({
  id: string().regex(/^(?:dev|voices|wide|held|orders|project)-(?:en|de|fr|es|pt)-\d{3}$/),
  language: oneOf(languages),
  kind: oneOf(kinds),
  before: text.optional(),
  user: text,
  assistant: text.optional(),
  facts: array(factSchema),
  may: array(wording).default([]),
  never: array(strictObject({ why: oneOf(reasons), words: wording })).default([]),
}).refine(({ id, language }) => id.split('-')[1] === language, 'id: names another language');

/** A user's message with what came before and after it, and what should be learned of it; the README says what each member means. */
export type Exchange = output<typeof exchangeSchema>;

const files: Readonly<Record<ExchangeSet, string>> = {
  dev: 'exchanges.jsonl',
  voices: 'voices.jsonl',
  'wide-fit': 'wide.jsonl',
  'wide-apart': 'wide.jsonl',
  'held-out': 'held-out/exchanges.jsonl',
  orders: 'orders.jsonl',
  'orders-apart': 'held-out/orders.jsonl',
  project: 'project.jsonl',
  'project-apart': 'held-out/project.jsonl',
};

/** Reads one set. Throws for what is no exchange, and names the line. */
export async function loadExchanges(set: ExchangeSet): Promise<readonly Exchange[]> {
  const exchanges = await readJsonLines(new URL(files[set], import.meta.url), exchangeSchema);
  if (set !== 'wide-fit' && set !== 'wide-apart') return exchanges;
  return exchanges.filter(({ id }) => hasEvenHash(id) === (set === 'wide-fit'));
}

function hasEvenHash(id: string): boolean {
  return createHash('sha256').update(id).digest().readUInt8() % 2 === 0;
}
