import { readdir, readFile } from 'node:fs/promises';

/** A fact as the memory of its person holds it. */
export interface FactRecord {
  readonly id: string;
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly conversation_id?: string;
  readonly subject: string;
  /** Facts that this one makes things of the past. */
  readonly supersedes?: readonly string[];
}

/** An episode of an agent that worked for the person. */
export interface EpisodeRecord {
  readonly id: string;
  readonly goal: string;
  readonly steps: readonly string[];
  readonly outcome: string;
  readonly lessons: string;
  readonly success: boolean;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly conversation_id?: string;
}

/** What each category means is in the README beside this file. */
export const categories = [
  'direct',
  'paraphrased',
  'dated',
  'negated',
  'updated',
  'misspelt',
  'multi',
  'goal',
  'error',
  'unanswerable',
] as const;

/** A question with the ids of all that answers it. */
export interface Question {
  readonly id: string;
  /** Whom it is put to. */
  readonly of: 'facts' | 'episodes';
  readonly category: (typeof categories)[number];
  readonly text: string;
  /** Empty: nothing in memory answers it. */
  readonly gold: readonly string[];
}

/** One person: a memory of their own, and the questions put to it. */
export interface Person {
  readonly person: string;
  readonly about: string;
  /** Parameters are fitted on `dev` and checked on `held-out`. */
  readonly split: 'dev' | 'held-out';
  readonly facts: readonly FactRecord[];
  readonly episodes: readonly EpisodeRecord[];
  readonly questions: readonly Question[];
}

const folder = new URL('data/', import.meta.url);

/** All people, in the order of their names. */
export async function loadPeople(): Promise<readonly Person[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Person));
}
