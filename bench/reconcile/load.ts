import { readFile } from 'node:fs/promises';

/** What a sequence is for; the README beside this file says what each means. */
export const kinds = ['update', 'contradiction', 'refinement', 'repeat', 'look-alike', 'mixed'] as const;

/** A statement, and what must have become of it when all of its sequence were made. */
export interface Statement {
  readonly text: string;
  /**
   * `stays`: it is believed. `updated`, `denied` and `refined`: the statement at `by` stands instead. `repeats`: it says what the one at
   * `of` says, and one of them is enough.
   */
  readonly fate: 'stays' | 'updated' | 'denied' | 'refined' | 'repeats';
  /** Place of the later statement, from 0. */
  readonly by?: number;
  /** Place of the earlier statement, from 0. */
  readonly of?: number;
}

/** Statements made one after another by one user. */
export interface Sequence {
  readonly id: string;
  readonly kind: (typeof kinds)[number];
  readonly domain: string;
  /** Who changes a rule looks at `dev` only. */
  readonly split: 'dev' | 'held-out';
  readonly facts: readonly Statement[];
}

/** All sequences, in the order of the file. */
export async function loadSequences(): Promise<readonly Sequence[]> {
  return JSON.parse(await readFile(new URL('data/sequences.json', import.meta.url), 'utf8')) as Sequence[];
}

/** What every user of the data set has told before, and nothing of which may change. */
export const bystanders: readonly string[] = [
  'The library in the old town opens at ten',
  'Maria from the choir keeps bees',
  'The recipe for plum cake is in the green folder',
  'The roof of the boathouse was mended in 2021',
  "The user's umbrella was left on the tram",
  'Invoices are filed by the name of the client',
];
