import { boolean, type output, strictObject, string } from 'zod';
import { readJsonLines } from '../json-lines.ts';

/** Which sentences: those that rules may be fitted to, or those that nobody reads who makes them. */
export const halves = ['dev', 'held-out'] as const;
/** One of them. */
export type Half = (typeof halves)[number];

/** A line of `sentences.jsonl`. */
export const sentenceSchema = strictObject({
  language: string().length(2),
  text: string().min(1),
  names: string().min(1).array(),
});

/** A line of `pairs.jsonl`. */
export const pairSchema = strictObject({ one: string().min(1), other: string().min(1), joined: boolean() });

/** A sentence with the names in it; the README says what each member means. */
export type LabelledSentence = output<typeof sentenceSchema>;
/** Two sentences, and whether they name the same thing. */
export type LabelledPair = output<typeof pairSchema>;

/** Reads the sentences of one half. Throws for what is no such sentence, and names the line. */
export async function loadSentences(half: Half): Promise<readonly LabelledSentence[]> {
  return await readJsonLines(fileOf(half, 'sentences'), sentenceSchema);
}

/** Reads the pairs of one half. Throws for what is no such pair, and names the line. */
export async function loadPairs(half: Half): Promise<readonly LabelledPair[]> {
  return await readJsonLines(fileOf(half, 'pairs'), pairSchema);
}

function fileOf(half: Half, name: string): URL {
  return new URL(`${half === 'dev' ? '' : 'held-out/'}${name}.jsonl`, import.meta.url);
}
