import { byKinship } from '../languages/kin.ts';
import { namingWhom } from './pronoun.ts';

/**
 * A message that says itself whom it speaks of: by name in place of the pronoun that it begins with, and with what they are to the user before a name.
 * `before`: what the user wrote before it; `contents`: what is believed, which says who is called what.
 */
export function withWhom(message: string, before: string | null, contents: readonly string[]): string {
  return byKinship(namingWhom(message, before, contents), contents);
}
