import {
  analyseQuestion,
  presetProfile,
  type RecallParameters,
  type RecallProfile,
  rank,
  withParameters,
  withRecency,
  withTense,
} from '@agent-mem/retrieval';
import { mean, recallAt, reciprocalRank } from '../ranking-metrics.ts';
import { loadPeople, type Person, type Question } from './load.ts';
import { type Measured, measure } from './measure.ts';
import { askedAt, type Memory, openMemory } from './memory.ts';

/** Parameters that are searched, with the steps tried from where each stands. */
const steps: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(['date', 'negation', 'time'].map((feature) => [`weight_${feature}`, [0.3, 0.1, 0.05]])),
  lexical_part: [0.2, 0.1, 0.05],
  least_likeness: [0.2, 0.1],
  tense_least: [0.1],
  tense_present: [0.2, 0.1],
  tense_past: [0.2, 0.1],
  recency_weight: [0.1],
};

/** Below it two words share three signs by chance, and a person here has too few words to show what that does in a large memory. */
const least: Readonly<Record<string, number>> = { least_likeness: 0.2 };

/** The services' own documents, measured; ranking them is all that a parameter changes. */
async function measuredOf(memory: Memory, people: readonly Person[], of: Question['of']): Promise<readonly Measured[]> {
  const measured = await Promise.all(people.map((person) => measure(memory, person)));
  return measured.flat().filter(({ question }) => question.of === of && question.gold.length > 0);
}

function foundBy(profile: RecallProfile, { question, hits, collection }: Measured): readonly string[] {
  const asked = analyseQuestion(question.text);
  const ranked = rank({ question: asked, candidates: hits, collection, profile });
  return withTense(withRecency(ranked, askedAt, profile), asked, profile)
    .slice(0, 10)
    .map(({ id }) => id);
}

/** Half of it the reciprocal rank, half recall among the first five. */
function gainOf(profile: RecallProfile, measured: readonly Measured[], memory: Memory): number {
  return mean(
    measured.map((each) => {
      const found = foundBy(profile, each).map(memory.nameOf);
      const gold = new Set(each.question.gold);
      return (reciprocalRank(found, gold) + recallAt(5, found, gold)) / 2;
    }),
  );
}

/** Changes one parameter at a time as long as that gains so much or more, then takes back what is worth less than half of it. */
function search(start: RecallProfile, leastGain: number, gain: (profile: RecallProfile) => number): RecallParameters {
  const known = (parameters: RecallParameters) => gain(withParameters(start, parameters));
  let best: RecallParameters = {};
  let most = known(best);
  const tries = Object.entries(steps).flatMap(([name, sizes]) =>
    sizes.flatMap((size) => [size, -size]).map((by) => ({ name, by })),
  );
  for (let improved = true; improved; ) {
    improved = false;
    for (const { name, by } of tries) {
      const value = Math.round(((best[name] ?? standing(start, name)) + by) * 1_000) / 1_000;
      if (value < (least[name] ?? 0) || value > 1) continue;
      const tried = { ...best, [name]: value };
      const reached = known(tried);
      if (reached < most + leastGain) continue;
      [best, most, improved] = [tried, reached, true];
    }
  }
  for (const name of Object.keys(best)) {
    const { [name]: _, ...without } = best;
    if (known(without) < most - leastGain / 2) continue;
    [best, most] = [without, known(without)];
  }
  return best;
}

function standing({ weights, recency, tense, ...profile }: RecallProfile, name: string): number {
  const values: Readonly<Record<string, number>> = {
    lexical_part: profile.lexicalPart,
    least_likeness: profile.leastLikeness,
    least_cosine: profile.leastCosine,
    recency_weight: recency.weight,
    tense_least: tense.least,
    tense_present: tense.present,
    tense_past: tense.past,
  };
  const weight = Object.entries(weights).find(([feature]) => name === `weight_${feature}`)?.[1];
  return values[name] ?? weight ?? 0;
}

/** Relevance alone, words and meaning in equal parts: what is fitted starts from here, and not from what was fitted before. */
function neutral(profile: RecallProfile): RecallProfile {
  const weights = { relevance: 1 };
  const tense = { least: 0.6, present: 0, past: 0 };
  return { ...profile, lexicalPart: 0.5, leastLikeness: 0.6, tense, weights, weightsWithoutVector: weights };
}

const people = await loadPeople();
await using memory = await openMemory(people, 'memory');
for (const use of ['facts', 'episodes'] as const) {
  const start = neutral(presetProfile('default', use));
  const dev = await measuredOf(
    memory,
    people.filter(({ split }) => split === 'dev'),
    use,
  );
  const heldOut = await measuredOf(
    memory,
    people.filter(({ split }) => split === 'held-out'),
    use,
  );
  // Less than a quarter of a question's worth is chance.
  const found = search(start, 0.25 / dev.length, (profile) => gainOf(profile, dev, memory));
  const fitted = withParameters(start, found);
  const figures = [start, fitted].flatMap((profile) => [gainOf(profile, dev, memory), gainOf(profile, heldOut, memory)]);
  const [devNow, heldOutNow, devThen, heldOutThen] = figures.map((figure) => figure.toFixed(4));
  console.log(`${use}: ${JSON.stringify(found)}; dev ${devNow} → ${devThen}, held-out ${heldOutNow} → ${heldOutThen}`);
}
