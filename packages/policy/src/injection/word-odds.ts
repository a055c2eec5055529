import weights from './word-weights.json' with { type: 'json' };

const known: ReadonlyMap<string, number> = new Map(Object.entries(weights.features));

/**
 * The log odds that a reading is of a text to steer a model rather than to be remembered, by its words alone (logistic regression;
 * `npm run bench -- fit-poisoning` makes the weights). Above 0 the former is likelier.
 */
export function wordOdds(reading: string): number {
  const features = wordFeatures(reading);
  if (features.length === 0) return Number.NEGATIVE_INFINITY;
  const sum = features.reduce((total, feature) => total + (known.get(feature) ?? 0), 0);
  return weights.bias + sum / Math.sqrt(features.length);
}

/** What the statistics of words go by: the words of a text, the pairs of neighbours, and the word it begins with. */
export function wordFeatures(reading: string): readonly string[] {
  const words = reading.toLowerCase().match(/[a-z']+|[.:!?,]/g) ?? [];
  const features = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (index === 0) features.add(`^${word}`);
    if (/[a-z]/.test(word)) features.add(word);
    const next = words[index + 1];
    if (next !== undefined) features.add(`${word} ${next}`);
  }
  return [...features];
}
