import { conceptsOf } from './concepts.ts';
import { type FactReading, readingOf } from './fact-reading.ts';

/** What other names of somebody are added to. */
type Named = 'subject' | 'owner' | 'concepts' | 'been';

/** A fact as questions are held against it, with other names of those whom it speaks of. */
export interface KnownFact extends Omit<FactReading, Named>, Readonly<Record<Named, ReadonlySet<string>>> {
  readonly id: string;
  readonly content: string;
  /** What it says, as rules for English read it. */
  readonly english: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** Reads a fact. `aliases`: what else somebody is called, see `aliasesOf`. */
export function knownFact(
  { id, content, english, timestamp }: Pick<KnownFact, 'id' | 'content' | 'english' | 'timestamp'>,
  aliases: ReadonlyMap<string, readonly string[]>,
): KnownFact {
  const reading = readingOf(english);
  const withAliases = (words: readonly string[]) => new Set([...words, ...words.flatMap((word) => aliases.get(word) ?? [])]);
  return {
    ...reading,
    id,
    content,
    english,
    timestamp,
    subject: withAliases(reading.subject),
    owner: withAliases(reading.owner),
    concepts: withAliases(reading.concepts),
    been: withAliases(reading.been),
  };
}

const naming =
  /^[Tt]he user['’]s (?:[\p{Ll}-]+ )*?([\p{Ll}-]+) (?:(?:is|are) (?:(?:named|called) )?)?(\p{Lu}[\p{L}'’-]+)(?=$|[ ,.])/u;

const owning = /\bhas (?:an?|one) (?:[\p{Ll}-]+ )*?([\p{Ll}-]+)(?:,| named| called) (\p{Lu}[\p{L}'’-]+)/u;

/** What else somebody is called: a wife by her name, and a name by what she is to the user. A word that means several people stands for none of them. */
export function aliasesOf(statements: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const namesOf = new Map<string, Set<string>>();
  for (const statement of statements) {
    const [, what = '', name = ''] = naming.exec(statement) ?? owning.exec(statement) ?? [];
    if (!/^\p{Lu}/u.test(name)) continue;
    const [[role], [called]] = [conceptsOf(what), conceptsOf(name)];
    if (role === undefined || called === undefined || role === 'name') continue;
    namesOf.set(role, (namesOf.get(role) ?? new Set()).add(called));
  }
  const aliases = new Map<string, readonly string[]>();
  for (const [role, names] of namesOf) {
    const [only] = names;
    if (names.size === 1 && only !== undefined) aliases.set(role, [only]);
    for (const name of names) aliases.set(name, [...(aliases.get(name) ?? []), role]);
  }
  return aliases;
}
