import { array, int, enum as oneOf, type output, strictObject, string } from 'zod';
import { readJsonLines } from '../json-lines.ts';
import { type Exchange, exchangeSchema, languages } from './load.ts';

/** Which conversations: those that rules may be fitted to, and those that nobody reads who makes them. */
export const answeredSets = ['answered', 'answered-apart'] as const;
/** One of them. */
export type AnsweredSet = (typeof answeredSets)[number];

const files: Readonly<Record<AnsweredSet, string>> = {
  answered: 'answered.jsonl',
  'answered-apart': 'held-out/answered.jsonl',
};

const text = string().min(1);
const { facts, may, never } = exchangeSchema.shape;

/** A line of `answered.jsonl`. */
export const answeredSchema = strictObject({
  id: string().regex(/^answered-(?:en|de|fr|es)-\d{3}$/),
  language: oneOf(languages),
  messages: array(text).min(1),
  answer: array(strictObject({ message: int().min(1), fact: text })),
  facts,
  may,
  never,
}).refine(({ answer, messages }) => answer.every(({ message }) => message <= messages.length), 'answer: names no message');

/** Messages of a user that a model reads together, what a strong model answers, and what should be learned. */
export type Answered = output<typeof answeredSchema>;

/** Reads one set. Throws for what is no such conversation, and names the line. */
export function loadAnswered(set: AnsweredSet): Promise<readonly Answered[]> {
  return readJsonLines(new URL(files[set], import.meta.url), answeredSchema);
}

/** As the scorer takes it. */
export function exchangeOf({ id, language, messages, facts, may, never }: Answered): Exchange {
  return { id, language, kind: 'mixed', user: messages.join('\n'), facts, may, never };
}
