import { inEnglish } from '../languages/in-english.ts';
import { plainWords } from '../statements/statement-words.ts';

/** What a fact says of the user, or of what is the user's, in plain words. */
export interface SaidOfUser {
  readonly of: 'user' | 'what is the user’s';
  readonly words: readonly string[];
}

/** What a fact says of the user, in English or one of the languages that rules know; `null`: it is about something else. */
export function saidOfUser(content: string): SaidOfUser | null {
  const words = plainWords(inEnglish(content));
  const start = words[0] === 'the' ? 1 : 0;
  if (words[start] !== 'user') return null;
  const isOwned = words[start + 1] === 's';
  return { of: isOwned ? 'what is the user’s' : 'user', words: words.slice(start + (isOwned ? 2 : 1)) };
}
