import type { Topic } from './statement-topic.ts';
import { statementWords } from './statement-words.ts';

/** "The user's new car is a Skoda": theirs alone, and not their second car or that of their firm. */
const theirCar = /^[Tt]he user['’]s (?:new )?car is (?:now )?(an? \p{Lu}[\p{L}\d-]*(?: [\p{Lu}\d][\p{L}\d-]*)*)[.!]?$/u;

/** What the user drives, where a statement says which car is theirs: who says "my car" speaks of the one that they drive. */
export function carTopics(text: string): readonly Topic[] {
  const car = theirCar.exec(text)?.[1];
  if (car === undefined) return [];
  return [{ key: JSON.stringify([['user'], 'drives']), value: statementWords(car), isWhole: false, liked: null }];
}
