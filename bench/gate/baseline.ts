import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { type Ranks, ranksFrom, ranksOf, ranksText } from './ranks.ts';
import type { Answered } from './suite.ts';

/** What a suite came to: nothing of its texts, so that a data set whose licence keeps it out of the repository can have one too. */
export interface SuiteBaseline {
  /** Of the questions' ids and what answers them. */
  readonly fingerprint: string;
  /** By group, as `ranksText` writes them. */
  readonly ranks: Readonly<Record<string, string>>;
}

/** By the suite's name. */
export type Baseline = Readonly<Record<string, SuiteBaseline>>;

const file = new URL('../baseline.json', import.meta.url);

/** The baseline that the repository holds. */
export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(file, 'utf8')) as Baseline;
}

/** Replaces it. */
export async function writeBaseline(baseline: Baseline): Promise<void> {
  await writeFile(file, `${JSON.stringify(baseline, null, 2)}\n`);
}

/** What is kept of a suite's answers. */
export function suiteBaseline(answered: readonly Answered[]): SuiteBaseline {
  const groups = Map.groupBy(answered, ({ group }) => group);
  const ranks = [...groups].map(([group, own]) => [group, ranksText(own.map(({ found, gold }) => ranksOf(found, gold)))]);
  return { fingerprint: fingerprintOf(answered), ranks: Object.fromEntries(ranks) };
}

/** The ranks of the same questions in the same order. Throws if the baseline is of other questions. */
export function ranksThen({ fingerprint, ranks }: SuiteBaseline, answered: readonly Answered[]): readonly Ranks[] {
  if (fingerprint !== fingerprintOf(answered))
    throw new Error('The questions are not those of the baseline: npm run bench -- baseline writes it anew');
  const left = new Map(Object.entries(ranks).map(([group, text]) => [group, ranksFrom(text).values()]));
  return answered.map(({ group }) => left.get(group)?.next().value ?? []);
}

function fingerprintOf(answered: readonly Answered[]): string {
  const questions = answered.map(({ group, id, gold }) => [group, id, gold]);
  return createHash('sha256').update(JSON.stringify(questions)).digest('hex').slice(0, 16);
}
