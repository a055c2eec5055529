import { beingWords } from '../../statements/beings.ts';
import { months } from '../../statements/calendar.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { subjectless } from './left-out.ts';

const name = "\\p{Lu}[\\p{L}'’-]+";
const count = '(?:two|three|four|five|six|seven|eight|[2-9])';
const monthOrSeason = `(?:${months.join('|')}|spring|summer|autumn|fall|winter|christmas|easter)`;
/** Verbs of what is said of a person or an animal. */
const ofBeing = 'is|are|was|has|lives|works|loves|likes|hates|plays|drives|studies|speaks|runs|teaches|died|retired|moved';
/** "Wife's Deb", "Boss is Trev", "Mum's 81". */
const bareBeing = new CuedPattern(
  new RegExp(`${subjectless.source}\\S+(?: \\S+){0,3}?(?:'s| (?:${ofBeing})\\b)`, 'i'),
  `^((?:(?:new|older|younger|little|big|eldest|youngest|best) )?${beingWords})(?:'s| (${ofBeing})\\b) ?(?=\\S)`,
  'iu',
);
/** What several are of whom one speaks: of all in the world nobody says a name, an age or a place. */
const ofSome =
  /^(?:called|named|both|all|now|still|divorced|separated|married|retired|dead|twins|teenagers|grown|in|at|from|on|with|\d|\p{Lu})/u;
/** "Mum's birthday is in May": behind "'s" stands a thing of hers, and what it is. */
const ofTheirs =
  /^(?!(?:an?|the|in|on|at|from|with|not|now|also|still|called|named|going|\d)\b)(?:(?!(?:and|but|so|who)\b)[\p{L}-]+ ){1,3}?(?:is|are|was|were|has|lives|works|starts|ends|moved|died)\b/iu;
const bareName = /^(?:the )?name(?:'s| is) (?=\p{L})/iu;
/** "Three kids - Tahlia, Josh and Reece". */
const bareGroup = new CuedPattern(
  subjectless,
  `^(${count}(?: \\p{L}+)? (?:kids|children|sons|daughters|boys|girls|brothers|sisters|dogs|cats|grandchildren|grandkids)) ?(?:[-–—:,]|called|named) ?(?=${name})`,
  'iu',
);
/** "Got a red kelpie named Diesel": colloquially, what one has. */
const got = new RegExp(
  `^(?:i |we )?(?:just |also |recently )?got (?=(?:an?|${count}) (?:[\\p{L}-]+ ){1,4}?(?:called |named )\\p{L})`,
  'iu',
);
/** "Got a new apprentice, Jess". */
const gotSomeone = new RegExp(
  `^(?:[Ii] |[Ww]e )?(?:[Jj]ust |also )?[Gg]ot an? (new (?:\\p{Ll}+ )?\\p{Ll}+), (${name})(?=$|[.!])`,
  'u',
);
/** A verb that nobody commands, of what it is done with. */
const bareHabit =
  /^(?=(?:drive|own|ride) (?:an?|my|the|our|two|three) |play (?:for|in) |support |study (?:\p{L}+ )?at |grew up )/iu;
/** "Planted a lemon tree": past forms that no command has. */
const bareEvent = /^(?=(?:planted|renovated|built|founded|became|inherited|enrolled|won (?:an?|the|my)) )/iu;
/** "Taking the caravan to Broome in July": what somebody is about to do, with its time. */
const barePlan = new CuedPattern(
  subjectless,
  `^(?=(?:taking|going|flying|driving|heading|travelling|traveling|moving|sailing|camping|visiting|getting married) .*\\b(?:in|next|this|over|for) (?:the )?(?:${monthOrSeason}|week|month|year|spring break|holidays?|vacation))`,
  'iu',
);
/** "Karen's my boss now". */
const inverted = new CuedPattern(
  /(?:'s| is)(?: now)? (?:my|our) /i,
  `(^|,? (?:and|so|but) |[,;] )(${name})(?:'s| is)(?: now)? ([Mm]y|[Oo]ur) ((?:(?:new|old|older|younger|little|big|best|only) )?${beingWords})(?: now| these days| as of [^,.]+)?(?=$|[,.!])`,
  'u',
);
/** "My boyfriend moved in with me": whom one lives with since. */
const movedIn = new CuedPattern(
  /moved in/,
  `^((?:[Mm]y|[Oo]ur) (?:[\\p{Ll}-]+ ){0,2}?${beingWords}(?: ${name})?|${name})(?:'s| has| have)? (?:just |recently |now )?moved in(?:to my (?:flat|house|place|apartment))? with (?:me|us)(?: now)?(?=$|[.!]| (?:last|this|in|on|yesterday|today|\\d)\\b)`,
  'u',
);
/** "Something I forgot to mention: I sing". */
const announced =
  /^(?!(?:please |and )?(?:remember|note)\b)[^:"]{0,40}\b(?:mention|add|tell you|say|know|thing|news|detail|fact)\b[^:"]{0,20}: (?=(?:i|i'm|i've|we|we're|we've|my|our) )/i;
/** "I'm down to 85 kg". */
const weighing =
  /^(?:I'm|I am) (?:now )?(?:(?:back )?(?:down|up) (?:to|at)|back (?:to|at)|at) (?=\d[\d.,]* ?(?:kg|kilos?|kilograms?|pounds|lbs|stone)\b)/iu;
/** "Last week I moved": when stands behind what happened. */
const leadingTime =
  /^(yesterday|the day before yesterday|tomorrow|(?:last|next|this) (?:week|month|year)|(?:\d{1,2}|an?|two|three|four|five|six) (?:day|week|month|year)s? ago),? (?=(?:i|i'm|we|we're|my|our)\b)(?!.*(?:;|, | and | but ))(.+?)[.!]*$/iu;
/** "im devin im 20": two statements without anything between them. */
const runTogether: readonly (readonly [RegExp, string])[] = [
  [/\b(?:i'm|i am) (\p{L}{2,}),? (?:and )?(?:i'm|i am) (?=\d{1,2}\b)/iu, "my name is $1, I'm "],
  [
    new CuedPattern(
      / (?:she|he|they)/i,
      /^((?:my|our) (?:[\p{L}-]+ ){1,4}?(?:is|are) \p{L}+) (?=(?:she|he|they)(?:'s|'re)? \p{L})/iu,
    ),
    '$1, ',
  ],
  [/^((?:i )?(?:sold|quit|left|bought|lost) (?:my|the|our|an?) \p{L}+) (?=i (?:just |now |only )?\p{L}+ )/iu, '$1, '],
];

/** A sentence with what its writer left out, or ran together, written out: "Wife's Deb" says what "My wife is Deb" does. */
export function writtenOut(sentence: string): string {
  const plain = runTogether
    .reduce((text, [form, as]) => text.replace(form, as), sentence.replace(announced, ''))
    .replace(/\bhav(?:e|ing) a (?:go|crack|stab) at (?=\p{L}+ing\b)/iu, '')
    .replace(weighing, 'I weigh ')
    .replace(leadingTime, (_, when: string, what: string) => `${what} ${when.toLowerCase()}`)
    .replace(movedIn, (_, who: string) => `I live with ${who.replace(/^(?:My|Our)(?= )/u, (word) => word.toLowerCase())}`)
    .replace(inverted, '$1$3 $4 is $2')
    .replace(bareName, 'My name is ')
    .replace(bareBeing, ofOwn)
    .replace(bareGroup, (_, group: string) => `I have ${group.toLowerCase()}: `)
    .replace(gotSomeone, 'My $1 is $2')
    .replace(got, 'I have ');
  if (barePlan.test(plain)) return `I'm ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`;
  return bareHabit.test(plain) || bareEvent.test(plain) ? `I ${plain.charAt(0).toLowerCase()}${plain.slice(1)}` : plain;
}

/** "Kids are 5 and 7" says "my"; "kids are expensive" says it of all. */
function ofOwn(whole: string, who: string, verb: string | undefined, _at: number, sentence: string): string {
  const rest = sentence.slice(whole.length);
  if (verb?.toLowerCase() === 'are' && !ofSome.test(rest)) return whole;
  if (verb === undefined && ofTheirs.test(rest)) return `My ${who.toLowerCase()}'s `;
  return `My ${who.toLowerCase()} ${verb ?? 'is'} `;
}
