import { beingWords } from './beings.ts';

const subject = `(?:my|our) (?:[\\p{Ll}-]+ ){0,2}?${beingWords}(?: \\p{Lu}[\\p{L}'’-]+)?`;
/** "My sister Ana, a dentist, says", "my nephew, who just turned six, is": the aside is a statement of its own. */
const aside = new RegExp(`^(${subject}|i), (an? |who(?:'s| is)? )([^,]{3,80}), (?=\\p{L})`, 'iu');

/** A sentence as the statements that it holds: what stands between commas beside its subject is one, what is left is another. */
export function unfolded(sentence: string): readonly string[] {
  const [whole, who = '', link = '', what = ''] = aside.exec(sentence) ?? [];
  if (whole === undefined) return [sentence];
  const is = who.toLowerCase() === 'i' ? 'am' : 'is';
  const predicate = /^who $/i.test(link) ? what : `${is} ${link.replace(/^who.*$/i, '')}${what}`;
  return [`${who} ${predicate}`, `${who} ${sentence.slice(whole.length)}`];
}
