import { mean, recallAt, reciprocalRank } from '../ranking-metrics.ts';
import type { Asked } from './ask.ts';

/** What is counted of one question, by name. */
export const metrics = {
  'recall@1': ({ found, question }: Asked) => recallAt(1, found, new Set(question.gold)),
  'recall@5': ({ found, question }: Asked) => recallAt(5, found, new Set(question.gold)),
  'recall@10': ({ found, question }: Asked) => recallAt(10, found, new Set(question.gold)),
  MRR: ({ found, question }: Asked) => reciprocalRank(found, new Set(question.gold)),
} as const;

/** Questions of one kind, all of them answerable. */
export interface Group {
  readonly name: string;
  readonly has: (asked: Asked) => boolean;
}

const ofFacts = ['direct', 'paraphrased', 'dated', 'negated', 'updated', 'misspelt', 'multi'] as const;
const ofEpisodes = ['goal', 'error'] as const;

/** Facts as a whole and by category, then episodes. */
export const groups: readonly Group[] = [
  group('**facts**', ofFacts),
  ...ofFacts.map((category) => group(category, [category])),
  group('**episodes**', ofEpisodes),
  ...ofEpisodes.map((category) => group(category, [category])),
];

/** The mean of each metric. */
export function meansOf(asked: readonly Asked[]): readonly number[] {
  return Object.values(metrics).map((metric) => mean(asked.map(metric)));
}

function group(name: string, categories: readonly string[]): Group {
  return { name, has: ({ question }) => categories.includes(question.category) };
}
