import { readFile } from 'node:fs/promises';
import { enum as oneOf, type output, strictObject, string } from 'zod';
import { readJsonLines } from '../json-lines.ts';

/** Which facts: those that rules may be fitted to, or those that nobody reads who makes them. */
export const halves = ['dev', 'held-out'] as const;
/** One of them. */
export type Half = (typeof halves)[number];

/** A line of `facts.jsonl`. */
export const factSchema = strictObject({
  schema: oneOf(['default', 'care', 'dev']),
  fact: string().min(1),
  field: string().min(1).nullable(),
});

/** A fact with the field that it belongs to; the README says what each member means. */
export type LabelledFact = output<typeof factSchema>;

/** Reads one half. Throws for what is no such fact, and names the line. */
export async function loadFacts(half: Half): Promise<readonly LabelledFact[]> {
  return await readJsonLines(new URL(`${half === 'dev' ? '' : 'held-out/'}facts.jsonl`, import.meta.url), factSchema);
}

/** The JSON Schemas of owners, by name, as JSON text. */
export async function loadSchemas(): Promise<Readonly<Record<string, string>>> {
  const schemas: object = JSON.parse(await readFile(new URL('schemas.json', import.meta.url), 'utf8'));
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, JSON.stringify(schema)]));
}
