import type { ProfileField, ProfileSchema } from '@agent-mem/policy';
import { conceptsOf } from '../question/concepts.ts';
import { defaultField } from './default-field.ts';
import { saidOfUser } from './said-of-user.ts';

/** What a word counts that a fact shares with a field: with its name, with its description, and a word that says little by itself. */
const counts = { name: 2, description: 1, common: 0.5 } as const;
/** Least that makes a fact one of a field. */
const enough = 1;

/** Words of schemas and facts that say little by themselves. */
const common: ReadonlySet<string> = new Set(
  conceptsOf(
    'work use take make write do have go get like want need look keep person people patient customer developer client name time day thing way such long well often main current kind every how what year',
  ),
);

/** The field of a profile that a fact belongs to, by rules; `null`: none. A field of an owner's is known by its name and description. */
export function profileFieldOf(content: string, schema: ProfileSchema): string | null {
  const known = defaultField(content);
  if (schema.isDefault || schema.fields.some(({ name }) => name === known)) return known;
  return isOfUser(content) ? nearestField(content, schema.fields) : null;
}

/** Whether a fact speaks of the user, or to the assistant for the user. */
export function isOfUser(content: string): boolean {
  return saidOfUser(content) !== null || defaultField(content) !== null;
}

/** The field that shares the most words; of equal ones the first. */
function nearestField(content: string, fields: readonly ProfileField[]): string | null {
  const words = conceptsOf(saidOfUser(content)?.words.join(' ') ?? content);
  let best: { readonly name: string; readonly shared: number } | null = null;
  for (const { name, description } of fields) {
    const named = new Set(conceptsOf(name.replace(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')));
    const described = new Set(conceptsOf(description));
    const worth = (word: string) => {
      if (common.has(word)) return named.has(word) || described.has(word) ? counts.common : 0;
      return named.has(word) ? counts.name : described.has(word) ? counts.description : 0;
    };
    const shared = words.reduce((sum, word) => sum + worth(word), 0);
    if (shared >= enough && shared > (best?.shared ?? 0)) best = { name, shared };
  }
  return best?.name ?? null;
}
