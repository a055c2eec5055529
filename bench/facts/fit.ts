import {
  analyseQuestion,
  presetProfile,
  type RecallProfile,
  rank,
  withParameters,
  withRecency,
  withTense,
} from '@agent-mem/recall/ranking';
import { type Coordinate, coordinateSearch } from '../coordinate-search.ts';
import { mean, recallAt, reciprocalRank } from '../ranking-metrics.ts';
import { loadPeople, type Person, type Question } from './load.ts';
import { type Measured, measure } from './measure.ts';
import { askedAt, type Memory, openMemory } from './memory.ts';

/** Relevance alone, words and meaning in equal parts: the search starts from here, and not from what was fitted before. */
const weights = { relevance: 1 };
const neutral = {
  lexicalPart: 0.5,
  leastLikeness: 0.6,
  leastMeaning: 1,
  tense: { least: 0.6, present: 0, past: 0 },
  recency: { form: 'bounded', weight: 0, days: 365 },
  weights,
  weightsWithoutVector: weights,
} satisfies Partial<RecallProfile>;

const share = { start: 0, min: 0, max: 1 };

/** What is searched; by the names that requests use. */
const coordinates: Readonly<Record<string, Coordinate>> = {
  weight_date: { ...share, steps: [0.3, 0.1, 0.05] },
  weight_negation: { ...share, steps: [0.3, 0.1, 0.05] },
  weight_time: { ...share, steps: [0.3, 0.1, 0.05] },
  lexical_part: { ...share, start: neutral.lexicalPart, steps: [0.2, 0.1, 0.05] },
  // Below .2 two words share three signs by chance, and a person here has too few words to show what that does in a large memory.
  least_likeness: { start: neutral.leastLikeness, min: 0.2, max: 1, steps: [0.2, 0.1] },
  // Of pairs of words taken at random, one in ten is more alike than .1.
  least_meaning: { start: neutral.leastMeaning, min: 0.1, max: 1, steps: [0.2, 0.05] },
  tense_least: { ...share, start: neutral.tense.least, steps: [0.1] },
  tense_present: { ...share, steps: [0.2, 0.1] },
  tense_past: { ...share, steps: [0.2, 0.1] },
  recency_weight: { ...share, steps: [0.1] },
};

/** Fits the profiles of facts and episodes on the people of `dev`: what differs from the neutral profile, and what that gains there and on the others. */
export async function runFit(): Promise<string> {
  const people = await loadPeople();
  await using memory = await openMemory(people, 'memory');
  const lines = (['facts', 'episodes'] as const).map(async (use) => {
    const start: RecallProfile = { ...presetProfile('default', use), ...neutral };
    const dev = await measuredOf(memory, people, { use, split: 'dev' });
    const heldOut = await measuredOf(memory, people, { use, split: 'held-out' });
    // Less than a quarter of a question's worth is chance.
    const fitted = coordinateSearch(coordinates, 0.25 / dev.length, (changed) =>
      gainOf(withParameters(start, changed), dev, memory),
    );
    const gains = [start, withParameters(start, fitted)].flatMap((profile) =>
      [dev, heldOut].map((measured) => gainOf(profile, measured, memory).toFixed(4)),
    );
    return `| ${[use, ...gains, JSON.stringify(fitted)].join(' | ')} |`;
  });
  return [
    '| | dev, neutral | held-out, neutral | dev, fitted | held-out, fitted | parameters |',
    '|---|---|---|---|---|---|',
    ...(await Promise.all(lines)),
  ].join('\n');
}

/** The services' own documents, measured; ranking them is all that a parameter changes. */
async function measuredOf(
  memory: Memory,
  people: readonly Person[],
  of: { readonly use: Question['of']; readonly split: Person['split'] },
): Promise<readonly Measured[]> {
  const measured = await Promise.all(people.filter(({ split }) => split === of.split).map((person) => measure(memory, person)));
  return measured.flat().filter(({ question }) => question.of === of.use && question.gold.length > 0);
}

/** Half of it the reciprocal rank, half recall among the first five. */
function gainOf(profile: RecallProfile, measured: readonly Measured[], memory: Memory): number {
  return mean(
    measured.map((each) => {
      const found = foundBy(profile, each, memory).map(memory.nameOf);
      const gold = new Set(each.question.gold);
      return (reciprocalRank(found, gold) + recallAt(5, found, gold)) / 2;
    }),
  );
}

function foundBy(profile: RecallProfile, { question, hits, collection }: Measured, { fleet }: Memory): readonly string[] {
  const asked = analyseQuestion(question.text);
  const { embedder } = fleet.ports;
  const meaning = (word: string) => embedder.likenessTo?.(word) ?? null;
  const ranked = rank({ question: asked, candidates: hits, collection, profile, meaning });
  const ordered = withTense(withRecency(ranked, askedAt, profile), asked, profile);
  return ordered.slice(0, 10).map(({ id }) => id);
}
