import { writeFile } from 'node:fs/promises';
import { wordFeatures } from '@agent-mem/policy/injection';
import { loadPeople } from '../facts/load.ts';
import { randomOf } from '../seeded-texts.ts';
import { loadAttacks, loadHarmless } from './load.ts';

const file = new URL('../../packages/policy/src/injection/word-weights.json', import.meta.url);
const passes = 12;
const rate = 0.15;
/** A weight shrinks by this at each step, so that rare words weigh little. */
const shrink = 0.9995;
/** Attacks are few: each counts for so many texts. */
const mostCounted = 10;
/** Smaller weights change nothing. */
const least = 0.12;

/** Weights of words by logistic regression over our attacks, all but the held-out and the hard ones, and texts that people have remembered. */
export async function runFitPoisoning(): Promise<string> {
  const attacks = (await loadAttacks()).filter(({ kind }) => kind !== 'held-out' && kind !== 'hard').map(({ text }) => text);
  const people = await loadPeople();
  const remembered = people.flatMap(({ facts }) => facts.map(({ text }) => text));
  const harmless = [...(await loadHarmless()), ...remembered];
  const { bias, weights } = fitted(attacks, harmless);
  const features = Object.fromEntries(
    [...weights]
      .filter(([, weight]) => Math.abs(weight) >= least)
      .map(([feature, weight]) => [feature, Math.round(weight * 100) / 100] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  await writeFile(file, `${JSON.stringify({ bias: Math.round(bias * 100) / 100, features }, null, 2)}\n`);
  return `${Object.keys(features).length} weights of ${attacks.length} attacks and ${harmless.length} harmless texts`;
}

/** By stochastic descent in a seeded order. */
function fitted(attacks: readonly string[], harmless: readonly string[]) {
  const counted = Math.min(harmless.length / attacks.length / 4, mostCounted);
  const examples = [
    ...attacks.map((text) => ({ features: wordFeatures(text), is: 1, counted })),
    ...harmless.map((text) => ({ features: wordFeatures(text), is: 0, counted: 1 })),
  ];
  const random = randomOf(3, 1);
  const weights = new Map<string, number>();
  let bias = 0;
  for (let step = 0; step < passes * examples.length; step += 1) {
    const example = examples[Math.floor(random() * examples.length)] as (typeof examples)[number];
    const scale = 1 / Math.sqrt(example.features.length);
    const odds = example.features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0) * scale, bias);
    const change = (example.is - 1 / (1 + Math.exp(-odds))) * example.counted * rate;
    bias += change * 0.1;
    for (const feature of example.features) weights.set(feature, (weights.get(feature) ?? 0) * shrink + change * scale);
  }
  return { bias, weights };
}
