const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Abbreviations after which a full stop ends no sentence. */
const abbreviation = /\b(?:mr|mrs|ms|dr|prof|st|jr|sr|vs|no|e\.g|i\.e|a\.m|p\.m|u\.s)\.\s*$/i;

/** The sentences of a text, without the space around them. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let begun = '';
  for (const { segment } of segmenter.segment(text)) {
    begun += segment;
    if (abbreviation.test(segment)) continue;
    sentences.push(begun.trim());
    begun = '';
  }
  return [...sentences, begun.trim()].filter((sentence) => sentence !== '');
}

/** A text's first sentence. */
export function sentenceOf(text: string): string {
  return sentencesOf(text)[0] ?? '';
}
