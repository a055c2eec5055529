import { ownWords } from '../statements/beings.ts';

const named = /\b(?:named|called) (\p{Lu}[\p{L}'’-]+)(?:,? and (\p{Lu}[\p{L}'’-]+))?/gu;
const beside = /^The user['’]s [\p{Ll} -]+? (\p{Lu}[\p{L}'’-]+) \p{Ll}/u;
const listed = new RegExp(
  `(?:${ownWords})[,:]? (\\p{Lu}[\\p{L}'’-]+)(?:, (\\p{Lu}[\\p{L}'’-]+))*,? and (\\p{Lu}[\\p{L}'’-]+)`,
  'u',
);
const own = new RegExp(`\\b(?:${ownWords}),? (\\p{Lu}[\\p{L}'’-]+)(?=$|[ ,.])`, 'u');
const first = /^(\p{Lu}[\p{L}'’-]+) (?:is|has|lives|works|teaches|studies|likes|loves|hates|moved)\b/u;
/** "Fiona, who is a geologist". */
const told = /(?<![\p{L}'’-])(\p{Lu}[\p{L}'’-]+), who\b/gu;
const noName = /^(?:The|A|An|It|This|That|There|He|She|They|We|You|What|User|If|When)$/;

/** Names of people and animals that facts speak of: what is said of them is about the user's world. */
export function knownNames(contents: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const content of contents) {
    const found = [
      ...[...content.matchAll(named), ...content.matchAll(told)].flat(),
      beside.exec(content)?.[1],
      own.exec(content)?.[1],
      first.exec(content)?.[1],
    ];
    for (const name of [...found, ...(listed.exec(content)?.slice(1) ?? [])])
      if (name !== undefined && /^\p{Lu}[\p{L}'’-]+$/u.test(name) && !noName.test(name)) names.add(name);
  }
  return names;
}
