import { conceptsOf } from './concepts.ts';

const having =
  /\b(?:has|have|had|owns?|keeps?|got|bought|adopted|inherited|received|drives?|rides?|wears?|uses?|rents?|raises?|runs?|switched|changed|upgraded|suffers? from|diagnosed with|(?:owner|mother|father|parent|holder) of|lives? (?:\S+ )*?with)\b(.+)$/i;
/** "Their dog", and not "their neighbour's dog". */
const theirs = /\b(?:their|his|her)((?: (?!\S*['’]s?\b)[\p{L}-]+){1,4})/giu;
/** "The user's phone is an iPhone": who asks for an iPhone has one. A sister's phone is hers. */
export const ownThing = /^the user['’]s (?:(?!\S+['’]s )\S+ ){1,3}?(?:is|are) (an? .+)$/is;
const condition = /\b(?:is|are|was) (?:not |no longer )?(?!an?\b|the\b)([\p{L}-]+)/iu;

/** What a fact says that somebody has, or speaks of as theirs: "has a dog", "walks their dog". Who loves dogs, or works with them, need have none. */
export function hadIn(content: string): readonly string[] {
  const [own = '', named = '', state = ''] = [having, ownThing, condition].map((form) => form.exec(content)?.[1] ?? '');
  return conceptsOf([own, named, state, ...[...content.matchAll(theirs)].map(([, what = '']) => what)].join(' '));
}

const doing = /^(?:the user|the user['’]s (?:\S+ ){1,3}?|\S+ )\s?(\p{Ll}+)\b/iu;
const copula =
  /\b(?:(?:(?:got|was|been) )?promoted to|is|are|was|were|isn't|aren't|wasn't|became|becomes|turned|remains|got|(?:has|have) been|works? as|trained as|identifies as)\b(?: (?:not|no longer|now|also|really|still))* (?:(\p{L}+ing)\b|(.+?)(?= (?:to|in|of|with|about|at|for|by|since|because|than)\b|[,;]|$))/giu;

/** What a fact says that somebody is, or does: "is a nurse", "is learning", "married". Who speaks Spanish, or learns it, need not be Spanish. */
export function beenIn(content: string): readonly string[] {
  const said = [...content.matchAll(copula)].map(([, act = '', state = '']) => `${act} ${state}`);
  return conceptsOf([doing.exec(content)?.[1] ?? '', ...said].join(' '));
}
