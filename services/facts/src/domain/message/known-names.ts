import { helperWords, ownWords } from '../statements/beings.ts';
import { itemsOf } from './item-list.ts';

const named = /\b(?:named|called) (\p{Lu}[\p{L}'’-]+)(?:,? and (\p{Lu}[\p{L}'’-]+))?/gu;
/** "The user's sister Anna works", and not "is in Hamburg with". */
const beside = /^The user['’]s [\p{Ll} -]+?(?<! (?:in|at|to|from|near|on|of|for)) (\p{Lu}[\p{L}'’-]+) \p{Ll}/u;
/** "Two boys, Kai and Lenny", "kids are named Tim, Ana and Leo". */
const listed = new RegExp(
  `(?:${ownWords}|boys|girls)(?:[,:]| (?:are )?(?:named|called))? (\\p{Lu}[\\p{L}'’-]+(?:(?:, and |, | and )\\p{Lu}[\\p{L}'’-]+)+)`,
  'u',
);
const own = new RegExp(`\\b(?:${ownWords}),? (\\p{Lu}[\\p{L}'’-]+)(?=$|[ ,.])`, 'u');
/** "The user's manager at the hospice is Paul". */
const helper = new RegExp(
  `^The user['’]s (?:[\\p{Ll}-]+ )*?(?:${helperWords})(?: (?:at|of|for|in) .{1,40}?)? is (\\p{Lu}[\\p{L}'’-]+)(?=$|[ ,.])`,
  'iu',
);
/** "Is living in a flat with Jonas and Mila", "plays bridge with Ruth": people, and no company. */
const companions =
  /^The user (?:lives|is living|plays|shares|is sharing|sings|trains|runs|travels|is staying)\b.* with (\p{Lu}[\p{L}'’-]+)(?:,? and (\p{Lu}[\p{L}'’-]+))?(?=$| (?:on|in|every|at|since)\b)/u;
const first = /^(\p{Lu}[\p{L}'’-]+) (?:is|has|lives|works|teaches|studies|likes|loves|hates|moved)\b/u;
/** "Fiona, who is a geologist". */
const told = /(?<![\p{L}'’-])(\p{Lu}[\p{L}'’-]+), who\b/gu;
/** The user is nobody else. */
const ownName = /^The user (?:is named|wants to be called) /;
const noName = /^(?:The|A|An|It|This|That|There|He|She|They|We|You|What|User|If|When)$/;

/** Names of people and animals that facts speak of: what is said of them is about the user's world. */
export function knownNames(contents: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const content of contents) {
    if (ownName.test(content)) continue;
    const found = [
      ...[...content.matchAll(named), ...content.matchAll(told)].flat(),
      ...(companions.exec(content)?.slice(1) ?? []),
      beside.exec(content)?.[1],
      own.exec(content)?.[1],
      helper.exec(content)?.[1],
      first.exec(content)?.[1],
    ];
    for (const name of [...found, ...itemsOf(listed.exec(content)?.[1] ?? '')])
      if (name !== undefined && /^\p{Lu}[\p{L}'’-]+$/u.test(name) && !noName.test(name)) names.add(name);
  }
  return names;
}
