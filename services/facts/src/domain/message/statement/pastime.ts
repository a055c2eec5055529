import { CuedPattern } from '../../statements/cued-pattern.ts';
import { conjugate, thirdPerson } from './third-person.ts';

const verbs =
  'swim|climb|cycle|jog|run|row|box|skate|ski|surf|sail|hike|dance|paint|draw|sing|knit|crochet|sew|garden|fish|juggle|meditate';
const doing = new RegExp(`^(?:i|we) (?:also |still )?(${verbs})$`, 'i');
const several = new CuedPattern(
  /^(?:i|we) .*\band /i,
  `^(I|We|i|we) (?:also |still )?((?:${verbs})(?:, (?:${verbs}))*,? and (?:${verbs}))([.!]*)$`,
);
const begun =
  /^(?:i|we)(?:'ve| have) (?:just |recently |lately )?(?:(taken up)|(?:got|gotten|been getting) into) (?!trouble|(?:an? |the )?(?:fights?|arguments?|habit|car|house|lift|debt)|university|college|\p{L}+ school)(.+)$/iu;
const some =
  /^(?:i|we) (do) ((?:a (?:little )?bit of|a lot of|lots of|some) (?!shopping|cleaning|thinking|nothing|everything|something)\p{L}+ing(?: .+)?)$/iu;
const much =
  /^(?:i|we) (read|watch|listen to) ((?:a lot of|lots of|mostly|mainly) (?!stuff|things|code|docs|logs|files|mails?|e-?mails?|messages|reports?|errors?|your|this|that|it)\p{L}.+)$/iu;

/** "I swim, run and cycle" as a statement of each. */
export function eachPastime(sentence: string): string {
  const [, who, listed = '', end = ''] = several.exec(sentence) ?? [];
  return who === undefined
    ? sentence
    : `${listed
        .split(/,? and |, /)
        .map((verb) => `${who} ${verb}`)
        .join('; ')}${end}`;
}

/** What somebody does for its own sake: "I climb", "I've taken up the cello", "I read a lot of crime novels". */
export function pastime(clause: string): string | null {
  const alone = doing.exec(clause)?.[1];
  if (alone !== undefined) return conjugate(alone.toLowerCase());
  const [, taken, what] = begun.exec(clause) ?? [];
  if (what !== undefined) return `${taken === undefined ? 'got into' : 'has taken up'} ${thirdPerson(what)}`;
  const [, verb = '', rest] = some.exec(clause) ?? much.exec(clause) ?? [];
  return rest === undefined ? null : `${conjugate(verb.toLowerCase())} ${thirdPerson(rest)}`;
}
