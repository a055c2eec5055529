import { sentencesOf } from './sentences.ts';

/** Words that name one thing and no other: numbers, codes, paths, addresses, camelCase and snake_case. */
export function identifiersOf(question: string): readonly string[] {
  const words = question.split(/[\s,;()[\]{}"'`“”‘’]+/).map((word) => word.replace(/^[.:!?]+|(?<![.:!?])[.:!?]+$/g, ''));
  return [...new Set(words.filter(isIdentifier))];
}

function isIdentifier(word: string): boolean {
  return /\d/.test(word) || /^[A-Z]{2,}$/.test(word) || /[a-z][A-Z]/.test(word) || /\p{L}[_/@.:#-]+\p{L}/u.test(word);
}

/** The text names this identifier. */
export function mentions(text: string, identifier: string): boolean {
  return text.toLowerCase().includes(identifier.toLowerCase());
}

/** Characters that stay around an identifier in a line without an end. */
const around = 160;

/** The sentence of a text that names an identifier. */
export function sentenceWith(text: string, identifier: string): string {
  const sentence = sentencesOf(text).find((candidate) => mentions(candidate, identifier)) ?? text;
  if (sentence.length <= 2 * around) return sentence;
  const at = sentence.toLowerCase().indexOf(identifier.toLowerCase());
  // Lower case may be longer than the text was, so the position can lie a little off; the bounds are wide.
  return sentence.slice(Math.max(0, at - around), at + identifier.length + around).trim();
}
