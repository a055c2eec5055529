import { beingWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { conjugate } from '../statement/third-person.ts';

const somebody = `(?:[Mm]y|[Oo]ur) (?:[\\p{Ll}-]+ ){0,2}?${beingWords}(?: \\p{Lu}[\\p{L}'’-]+)?`;
const verbs =
  'live|work|study|have|are|were|love|like|hate|prefer|play|speak|eat|drink|own|drive|teach|come|go|run|moved|died|married|retired|quit|graduated|got|started|stopped|visited';
/** "My sister and my mother live in Hamburg". */
const both = new CuedPattern(
  /^(?:both )?(?:my|our) .* and /i,
  `^((?:both )?)(${somebody}),? and ((?:[Mm]y |[Oo]ur )?(?:[\\p{Ll}-]+ ){0,2}?${beingWords}(?: \\p{Lu}[\\p{L}'’-]+)?) (?:both |also |now )?(${verbs}) ([^;]+)$`,
  'u',
);
/** What two do with one another is not done by each. */
const together = /\b(?:together|each other|one another|the same|a couple|siblings|twins|married|friends|divorced)\b/i;
/** "My daughter Ingrid lives in Hanover, my son Peter in Oslo": the verb is said once. */
const gapped = new CuedPattern(
  /^(?:my|our) .*\b(?:my|our) /i,
  `^(${somebody} (lives in|works (?:at|for|in|as)|studies (?:at|in)?|is (?:in|at)) ([^,;]{2,40}?)),? (?:and |but )?(${somebody}) (?:(in|at|for|as) )?(\\p{Lu}[^,;]{1,40}?)([.!]*)$`,
  'u',
);

/** A sentence that says the same of two, or of each its own with the verb said once, as a statement of each. */
export function coordinated(sentence: string): string {
  const [, , one = '', other = '', verb = '', what = ''] = both.exec(sentence) ?? [];
  if (verb !== '' && !together.test(what)) {
    const said = `${ofOne(verb)} ${what}`;
    return `${one} ${said.replace(/[.!]+$/, '')}; ${/^(?:my|our) /i.test(other) ? other : `my ${other}`} ${said}`;
  }
  const [, first, does = '', , second, preposition = '', where = '', end = ''] = gapped.exec(sentence) ?? [];
  if (first === undefined || second === undefined || (preposition !== '' && !does.endsWith(preposition))) return sentence;
  return preposition === '' && !/^is/.test(does) ? sentence : `${first}; ${second} ${does} ${where}${end}`;
}

/** Whether two do something with one another: each alone does not. */
export function isDoneTogether(sentence: string): boolean {
  return together.test(both.exec(sentence)?.[5] ?? '');
}

/** A verb of two, said of one. */
function ofOne(verb: string): string {
  if (verb === 'were') return 'was';
  return /^(?:moved|died|married|retired|quit|graduated|got|started|stopped|visited)$/.test(verb) ? verb : conjugate(verb);
}

/** "I deploy on Tuesdays instead of Fridays": a verb, what it is done with now, and what no more. Who prefers one thing to another may still do both. */
const contrasted =
  /^(i|we) (?:now )?((?!prefer|like|love|enjoy|would|want|chose|choose|hate)\p{L}+ (?:(?:on|in|at|to|with|by|for|from) )?)([^,;]{2,40}?)(?: now| these days| nowadays)?,? (?:instead of|rather than|in place of|and no longer|no longer) (?:on |in |at |to |with |by |for |from )?([^,;]{2,40}?)(?:,? (?:now|these days|nowadays|any ?more))?(?=[.!]*$|,? (?:and|but|because|so|since) |, )(.*)$/iu;

/** A sentence that says what somebody does in place of something else, as two statements: what they do, and what they do no more. */
export function withoutContrast(sentence: string): string {
  return sentence.replace(contrasted, '$1 $2$3; $1 no longer $2$4;$5');
}
