import { readFile } from 'node:fs/promises';
import { type output, strictObject, string } from 'zod';
import { readJsonLines } from '../json-lines.ts';

/** Which outputs: those that a writer may be fitted to, or those that nobody reads who makes it. */
export const halves = ['dev', 'held-out'] as const;
/** One of them. */
export type Half = (typeof halves)[number];

const text = string().min(1);

/** A line of `questions.jsonl`. */
export const questionSchema = strictObject({
  file: string().regex(/^[\w-]+\.\w+$/),
  command: text,
  question: text,
  planted: text,
});

/** A question about the output of a command, and the text that answers it. */
export type Question = output<typeof questionSchema> & {
  /** All that the command printed. */
  readonly output: string;
};

/** Reads one half. Throws for what is no question, and for one whose answer the output does not hold. */
export async function loadQuestions(half: Half): Promise<readonly Question[]> {
  const folder = new URL(half === 'dev' ? './' : './held-out/', import.meta.url);
  const questions = await readJsonLines(new URL('questions.jsonl', folder), questionSchema);
  return await Promise.all(
    questions.map(async (question) => withOutput(question, await readFile(new URL(`traces/${question.file}`, folder), 'utf8'))),
  );
}

/** The question with the output of its command. */
export function withOutput(question: output<typeof questionSchema>, printed: string): Question {
  if (!printed.includes(question.planted))
    throw new Error(`${question.file}: does not hold the answer to ${JSON.stringify(question.question)}`);
  return { ...question, output: printed };
}
