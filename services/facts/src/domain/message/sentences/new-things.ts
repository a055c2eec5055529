import { animalWords, beingWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';

const opening =
  "^(?:(?:i|we)(?:'ve| have)? )?(?:(?:just|finally|recently|also|now) )*(?:got|gotten|have|ran|run|rowed|swum|swam|cycled|lifted|set|clocked|received|opened|been (?:given|issued)|was (?:given|issued)|were given)";
const being = `(?![^,:]*\\b(?:${beingWords}|${animalWords}|job|question|idea|problem|issue|plan|error|exception|warning|bug|ticket|task|message|e-?mail|result|version|test)\\b)`;
const thing = `${being}((?:(?!(?:and|for|from|with|in|on|to|that|because|now|in)\\b)[\\p{L}\\d-]+ ){0,3}?[\\p{L}\\d-]+)`;
const when = '(?: (?:yesterday|today|last \\p{L}+|this \\p{L}+))?';
/** "I got a new car, a Skoda", "ran a new 10k PB of 41:30", "we have a new IBAN: DE12". */
const behind = new CuedPattern(
  / new /,
  `${opening} (?:an?|my|our) new ${thing}(?:,| ?:| ?[-–—]| of) (?:it's |it is |this one's |now )?((?:an? )?(?:\\p{Lu}|\\d)[^,;:?]{0,20}(?::\\d\\d)*[^,;:?]{0,40}?)${when}$`,
  'u',
);
/** "New PB 41:30": nothing stands between a record and its figure. */
const bareRecord = new RegExp(
  `^new ((?:[\\p{L}\\d-]+ ){0,2}?(?:[Pp][Bb]|[Pp][Rr]|personal best|personal record)):?(?: (?:today|yesterday|this morning|last \\p{L}+):?)? (?:is |of |was )?(\\d[\\d.,:]*(?: \\p{L}+)?)${when}$`,
  'u',
);
/** "I got a new badge, number 5822". */
const numbered = new CuedPattern(
  / new .*number /,
  `${opening} (?:an?|my|our) new ${thing},? (?:with the )?number (?:is )?(?=\\d)`,
  'u',
);
/** "I got my new visa, it expires on 4 June", "I renewed my passport, it's valid until 2036". */
const itself = new CuedPattern(
  / (?:it|this one)(?:'s| )/,
  `(?:${opening} (?:an?|my|our|the) new|^(?:(?:i|we)(?:'ve| have)? )?(?:(?:just|finally|recently) )?(?:renewed|extended|prolonged|replaced) (?:my|our)) ${thing}(?:,| and) (?:it|this one)(?:'s| (is|expires|runs|ends|costs|lasts|has|weighs)) (?=(?:valid|good|\\d|on|until|at|in|\\p{Lu}))`,
  'u',
);

/** "We changed vets, it's Dr Patel now", "I've got a new tax advisor, it's Herr Busch": who does it for them now. */
const changedWhom =
  /^(?:i|we)(?:'ve| have)? (?:just |recently |finally )?(?:changed|switched|got a new|have a new|found a new) (?:my |our )?((?:(?!from\b|to\b|banks?\b)[\p{Ll}-]+ ){0,2}?[\p{Ll}-]+?)(?:,| ?[-–—]|;|:)? (?:and )?(?:now )?(?:it's|it is|he's|she's|they're) (?:now )?((?:(?:Mrs?|Ms|Dr|Frau|Herr|Prof)\.? )?\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?)(?: now| these days)?$/u;
/** "Hired a mechanic, Tomas, he starts Monday". */
const hired =
  /^(?:(?:i|we)(?:'ve| have)? )?(?:just |finally )?hired (?:an?|our|my)(?: new)? ((?:[\p{Ll}-]+ )?[\p{Ll}-]+),? (?:called |named )?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)(?=$|[,;])/u;

/** A sentence that gives a new thing of its writer with what it is, with both said of the thing: "I got a new car, a Skoda" says what "My new car is a Skoda" does. */
export function withNewValues(sentence: string): string {
  const plain = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/[\s.!]+$/, '');
  const given = plain
    .replace(changedWhom, (_, what: string, who: string) => `My ${oneOf(what)} is ${who}`)
    .replace(hired, 'My new $1 is $2')
    .replace(bareRecord, 'My new $1 is $2')
    .replace(numbered, 'My new $1 number is ')
    .replace(itself, (_, what: string, verb = 'is') => `My new ${what} ${verb} `)
    .replace(behind, 'My new $1 is $2');
  return given === plain ? sentence : given;
}

function oneOf(what: string): string {
  return what.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
}

/** "I moved to Leeds for a new job at Sky": where, and what for. A time would be that of both. */
const movedFor =
  /^((?:[Ii]|[Ww]e)(?:'ve| have)? (?:just |recently )?(?:moved|relocated) (?:back )?to [^,;]{2,40}?) for (?:an?|my|the) (?:new )?job (?=(?:at|with) \p{Lu})(?!.*(?:\b\d{4}\b|\bago\b))/u;
const startedAt =
  /^([Ii](?:'ve| have)? (?:just |recently |finally )?started) (?=at (?!Christmas\b|Easter\b)\p{Lu})(?!.*\b(?:[Uu]niversity|[Cc]ollege|[Ss]chool|[Aa]cademy)\b)/u;

/** "I left the bank, I'm a yoga teacher now": a user who says behind it what they do now worked there. A bank alone may be left as a place is. */
const leftFor = new CuedPattern(
  /(?:left|quit) the /i,
  /^([Ii](?:'ve| have)? (?:just |recently |finally )?(?:left|quit)) the (bank|shop|café|cafe|bakery|hospital|school|restaurant|hotel|office|factory|clinic|practice|library|museum|pharmacy|university|warehouse|pub|bar|salon|lab|agency|paper|firm|company)(?=,? (?:and |so )?(?:now )?(?:I'm|I am|I work|I teach|I run)\b)/iu,
);

/** A sentence whose writer has a new job, with that written out: "I started at Sky" says what "I started a job at Sky" does. */
export function withJobs(sentence: string): string {
  return sentence
    .replace(leftFor, '$1 my job at the $2')
    .replace(movedFor, '$1; I got a new job ')
    .replace(startedAt, '$1 a job ');
}
