import { array, enum as oneOf, type output, strictObject, string } from 'zod';
import { readJsonLines } from '../json-lines.ts';
import { acts } from './acts.ts';

/** Which half of a script: the one that rules may be fitted to, or the one that nobody reads who makes them. */
export const halves = ['dev', 'held-out'] as const;
/** The scripts, by the language that they are in. Each has both halves. */
export const scripts = [
  'en',
  'en-2',
  'en-3',
  'en-4',
  'en-5',
  'en-6',
  'de',
  'fr',
  'es',
  'pt',
  'de-2',
  'fr-2',
  'es-2',
  'pt-2',
] as const;
/** One of them. */
export type ScriptName = (typeof scripts)[number];
/** One of them. */
export type Half = (typeof halves)[number];

const kinds = [
  'statement',
  'update',
  'correction',
  'forget',
  'greeting',
  'thanks',
  'small-talk',
  'about-me',
  'yes-no',
  'question',
  'repeated',
  'unanswerable',
  'about-answers',
] as const;

const texts = array(string().min(1)).min(1).optional();
/** The members of a line by which an answer is scored. */
export const expected = { says: oneOf(acts).optional(), all: texts, past: texts, not: texts };

/** A line of `turns.jsonl`. */
export const turnSchema = strictObject({
  conversation: string().min(1),
  kind: oneOf(kinds),
  user: string().min(1),
  repeats: oneOf(['first', 'previous']).optional(),
  ...expected,
}).refine(
  ({ says, all, past, not, repeats }) => [says, all, past, not, repeats].some((each) => each !== undefined),
  'nothing is expected of the answer: give says, all, past, not or repeats',
);

/** A line of `end.jsonl`. */
export const endSchema = strictObject({ question: string().min(1), ...expected }).refine(
  ({ says, all }) => says !== undefined || all !== undefined,
  'nothing is expected of the answer: give says or all',
);

/** What an answer must be like; the README says what each member means. */
export type Expected = Pick<output<typeof turnSchema>, keyof typeof expected | 'repeats'>;
/** One message of the user, and what its answer must be like. */
export type Turn = output<typeof turnSchema> & {
  /** Days since the turn before. Default: none. */
  readonly after?: number;
};
/** A question at the end, and what its answer must be like. */
export type EndQuestion = output<typeof endSchema>;

/** A person's turns, and the questions after the last. */
export interface Script {
  readonly turns: readonly Turn[];
  readonly end: readonly EndQuestion[];
}

/** Reads a script. Throws for what is no script, and names the line. */
export async function loadScript(name: ScriptName, half: Half): Promise<Script> {
  const folder = `${name}/${half === 'dev' ? '' : 'held-out/'}`;
  const file = (name: string) => new URL(`${folder}${name}.jsonl`, import.meta.url);
  return { turns: await readJsonLines(file('turns'), turnSchema), end: await readJsonLines(file('end'), endSchema) };
}
