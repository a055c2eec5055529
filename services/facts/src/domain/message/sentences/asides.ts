import { beingWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';

const subject = `(?:my|our) (?:[\\p{Ll}-]+ ){0,2}?${beingWords}(?: \\p{Lu}[\\p{L}'’-]+)?`;
/** "My sister Ana, a dentist, says", "my nephew, who just turned six, is": the aside is a statement of its own. */
const aside = new CuedPattern(/^[^,]+, [^,]+, /, `^(${subject}|i), (an? |who(?:'s| is)? )([^,]{3,80}), (?=\\p{L})`, 'iu');

/** "…, which means that I travel a lot": a comment on the whole sentence. */
const comment =
  /, which (?:\p{L}+ )?means (?=(?:that|i|i'm|we|my|our)\b).*?(?=,? (?:and|but|so) (?:i|i'm|i've|my|we|our)\b|[.!]*$)/iu;

/** "Our pipeline, which we built last year, runs on Airflow": what is said beside its subject has no weight of its own. */
const relative = /^((?:the|our|my) [^,]{2,40}), (?:which|where) [^,]{3,80}, (?=\p{Ll})/iu;

/** "On Mondays I row, on Fridays I sing": each part has a time of its own in front. */
const time = '(?:on|in|at|every|since|until|during|from) (?:(?:the|my|our|most|all) )?[\\p{L}\\d]+(?: \\p{L}+)?,? (?:i|we)\\b';
const timed = new RegExp(`^${time}`, 'iu');
const nextTime = new RegExp(`(?:[,;]\\s+(?:and |but |while )?|\\s+(?:and|but|while) )(?=${time})`, 'iu');

/** A sentence as the statements that it holds: what stands between commas beside its subject is one, what is left is another. */
export function unfolded(sentence: string): readonly string[] {
  const each = sentence.split(nextTime);
  if (each.length > 1 && each.every((part) => timed.test(part))) return each.flatMap(unfolded);
  const bare = sentence.replace(comment, '').replace(relative, '$1 ');
  const [whole, who = '', link = '', what = ''] = aside.exec(bare) ?? [];
  if (whole === undefined) return [bare];
  const is = who.toLowerCase() === 'i' ? 'am' : 'is';
  const predicate = /^who $/i.test(link) ? what : `${is} ${link.replace(/^who.*$/i, '')}${what}`;
  return [`${who} ${predicate}`, `${who} ${bare.slice(whole.length)}`];
}
