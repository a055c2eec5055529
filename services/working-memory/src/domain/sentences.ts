import { referencesIn } from '@agent-mem/contract';

const end = /\n+|(?<=[.!?])\s+/g;

/** The sentences and lines of a text. Logs have no full stops, so a line break ends one too; a reference is never divided. */
export function sentencesOf(text: string): readonly string[] {
  const references = referencesIn(text).map((reference) => ({
    start: text.indexOf(reference.text),
    length: reference.text.length,
  }));
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: space, index } of text.matchAll(end)) {
    if (references.some((reference) => index > reference.start && index < reference.start + reference.length)) continue;
    sentences.push(text.slice(start, index).trim());
    start = index + space.length;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}
