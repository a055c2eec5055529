import { CuedPattern } from '../../statements/cued-pattern.ts';
import type { Statement } from './of-the-user.ts';
import { thirdPerson } from './third-person.ts';

const together = new CuedPattern(
  / and i /i,
  /^(?:((?:my|our) (?:(?!(?:is|are|was|were) )[\p{L}'-]+ ){1,3}?|\p{Lu}[\p{L}'-]+ ))and i ((?:don't |never |just |recently |finally |both )?(?:live|work|study|like|love|hate|prefer|enjoy|own|drive|speak|play|have|are|were|moved|got|grew|bought|adopted|met|married|used|run|keep|eat|drink|started|founded|opened|work|want|plan|celebrate|share|rent|split|broke up|fell out|parted ways|aren't|called off|divorced|separated|quit|just)\b.*)$/iu,
);

/** "My wife and I live in Lisbon": "The user and their wife live in Lisbon". */
export function statementWithOthers(clause: string): Statement | null {
  const match = together.exec(clause);
  if (match === null || /\byou(?:r|rs)?\b/i.test(clause)) return null;
  const [, other = '', predicate = ''] = match;
  if (!/^(?:my|our) |^\p{Lu}/u.test(other.replace(/^(?:My|Our)/, (word) => word.toLowerCase()))) return null;
  return { text: `The user and ${other.trim().replace(/^(?:my|our) /i, 'their ')} ${thirdPerson(predicate)}`, subject: null };
}
