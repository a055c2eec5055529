import { beingWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { isVerb } from '../sentences/verbs.ts';
import { withoutItsDay } from './life-event.ts';
import { ofTheUser, type Statement } from './of-the-user.ts';
import { isOfWork } from './of-work.ts';
import { thirdPerson } from './third-person.ts';

const name = "(?:(?:Mrs?|Ms|Dr|Aunt|Uncle) )?\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?";
/** Somebody of the writer's, perhaps by name: "my older brother Kofi". */
const theirs = new CuedPattern(
  /^(?:my|our) /,
  `^(?:my|our) ((?:(?!name\\b)[\\p{Ll}-]+ ){0,2}?${beingWords})(?: (${name}))? ((?:(?:only|also|just|now|always|never|usually|still|often|recently|really|both|finally) )?)([\\p{Ll}']+)(?: (.+))?$`,
  'u',
);
const nearby = new CuedPattern(
  /^the .* (?:next door|upstairs|downstairs|across)/,
  `^the ((?:[\\p{Ll}-]+ ){0,2}?(?:${beingWords}|kid|guy|man|woman|lady|couple) (?:next door|upstairs|downstairs|across the (?:street|hall|road))),? (${name}),? ([\\p{Ll}']+) (.+)$`,
  'u',
);
/** "The dog's vet is Dr Nakamura". */
const ofTheirs =
  /^the ((?:dog|cat|kids?|baby|children|car|house|team|company|project|club|band|school|office)'s? (?:[\p{Ll}-]+ ){0,2}?[\p{Ll}]+)(?: is|'s) ((?:an? |the )?(?:(?:Mrs?|Ms|Dr|Prof)\.? )?\p{Lu}.*)$/u;
const called =
  /^(?:the|our|my) ((?:(?:[\p{L}-]+ ){0,2}(?:project|product|team|company|app|band|boat|car|house|startup|club|server|book|novel|farm|restaurant|shop|codename|code name)))(?: is|'s)(?: (?:called|named|codenamed|titled))? (\p{Lu}.{1,60})$/iu;
const strange = /^(\p{Lu}[\p{Ll}'’-]{2,}) ((?:only|also|just|now|always|never|usually|still|recently) )?([\p{Ll}']+)(?: (.*))?$/u;
const noPerson =
  /^(?:(?:He|She|It|They|You|That|There|Here|What|Who)['’]\p{L}+|The|This|That|These|Those|There|Here|It|He|She|They|We|You|What|Who|Why|When|Where|How|If|But|And|So|Also|Everyone|Everybody|Someone|Somebody|Nobody|Nothing|Everything|Something|People|Some|Most|Many|All|Both|Each|Any|No|Not|Yes|Please|Thanks|God|Today|Tomorrow|Yesterday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Then|Now|Maybe|Perhaps|Let|Does|Did|Can|Could|Would|Should|Will|Is|Are|Was|Were|Which|Google|Apple|Microsoft|Amazon|Netflix|Python|Java|Linux|Windows|Docker|Error|Life|Work|Another|Other|Every|Last|Next|Even|Only|Just|Still|Sounds|Looks|Seems|Got|Good|Great|Sorry|Well|Never|Always|Once|After|Before|Because|Since|While|Until|Unless|Like|Love|Hate|Quit|Tell|Note|Remember|Write|Translate|Make|Give|Book|Call|Traffic|Rain|Money|Time|Coffee|Tea)$/u;

/** What is said of somebody or something of the writer's with any verb: "my brother-in-law Kofi fixes boats". */
export function aboutSomeone(clause: string, isAmongOwn: boolean): Statement | null {
  if (/\byou(?:r|rs)?\b/i.test(clause)) return null;
  const lower = clause.replace(/^(?:My|Our)\b/, (word) => word.toLowerCase());
  const [, what, who, how = '', verb = '', rest = ''] = theirs.exec(lower) ?? [];
  if (what !== undefined && isVerb(verb) && !isFleeting(`${verb} ${rest}`))
    return said(`The user's ${what}${who === undefined ? '' : ` ${who}`}`, `${how}${verb} ${thirdPerson(rest)}`.trim());
  const [, where, neighbour, does = '', to = ''] = nearby.exec(clause.replace(/^The\b/, 'the')) ?? [];
  if (where !== undefined && neighbour !== undefined && isVerb(does)) {
    const whole = `${neighbour}, the ${where}, ${does} ${thirdPerson(to)}`.replace(/\btheir\b/, "the user's");
    return { text: whole, subject: neighbour };
  }
  const [, thing, value = ''] = ofTheirs.exec(clause.replace(/^The\b/, 'the')) ?? [];
  if (thing !== undefined) return { text: `The ${thing} is ${value}`, subject: null };
  const [, project, title = ''] = called.exec(clause) ?? [];
  if (project !== undefined && /^\p{Lu}/u.test(title)) {
    const subject = /^the /i.test(clause) ? `The ${project}` : `The user's ${project}`;
    return {
      text: `${subject} is ${/ code ?name$|^code ?name$/i.test(project) ? '' : 'named '}${thirdPerson(title)}`,
      // Of anything else "he" and "its" may be somebody's.
      subject: isOfWork(subject) ? subject : null,
    };
  }
  return stranger(clause, isAmongOwn);
}

const fleeting = /\b(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening)|killing me|driving me|broken)\b/i;

function isFleeting(act: string): boolean {
  return fleeting.test(withoutItsDay(act));
}

/** "Is vegetarian", "doesn't eat pork": a user who says so of somebody cooks for them, or eats with them. */
const eats =
  /^(?:also )?(?:is (?:also )?(?:a )?(?:vegetarian|vegan|pescatarian|lactose intolerant|gluten[- ]free|coeliac|celiac|allergic to)\b|(?:doesn't|can't|cannot|does not) (?:eat|drink) \p{Ll}|(?:can't|cannot) have (?:any )?(?:gluten|dairy|nuts|lactose|sugar|alcohol|milk|eggs?|shellfish|soy|wheat|pork|meat|caffeine)\b|eats no )/u;

/** Somebody who is known by name to the writer: what they do has to do with the writer or is said with what the writer does. */
function stranger(clause: string, isAmongOwn: boolean): Statement | null {
  const [, who = '', how = '', verb = '', rest = ''] = strange.exec(clause) ?? [];
  if (who === '' || noPerson.test(who) || !isVerb(verb) || isFleeting(`${verb} ${rest}`)) return null;
  // "Bees are what both of us keep" says nothing of bees.
  if (/^(?:what|who|where|how|why|when)\b/i.test(rest)) return null;
  const isTheirs =
    isAmongOwn || eats.test(`${how}${verb} ${rest}`) || /\b(?:my|our|me|us)\b/.test(rest) || /^(?:his|her) /.test(rest);
  if (!isTheirs && !/^(?:passed away|died) /.test(`${verb} ${rest} `)) return null;
  const [first = ''] = rest.split(/ so (?:he|she|they)(?:'s)?\b/);
  return { text: ofTheUser(`${who} ${how}${verb} ${first}`.trim()), subject: /^(?:I|We)['’]/.test(who) ? null : who };
}

function said(subject: string, predicate: string): Statement {
  return { text: `${subject} ${predicate}`, subject };
}
