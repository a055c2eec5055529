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
