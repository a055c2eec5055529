import { beingWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { anyOf } from '../../statements/word-table.ts';
import { subjectless } from './left-out.ts';

const name = "\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?";
const whose = `(?:my|our|My|Our)`;
/** "My boss, Carla, wants": "My boss Carla wants". */
const commas = new CuedPattern(
  /, .*, /,
  `\\b(${whose} (?:[\\p{Ll}-]+ ){0,3}?[\\p{Ll}-]+), (?:an? |the )?((?:Mrs?|Ms|Dr)\\.? )?(${name}), (?=\\p{Ll})`,
  'gu',
);
/** "Anders, my oldest, started": "My oldest Anders started". */
const before = new CuedPattern(
  /, (?:my|our) .*, /,
  `^(${name}), (my|our) ((?:[\\p{Ll}-]+ ){0,3}?${beingWords}), (?=\\p{Ll})`,
  'u',
);
const contracted = new CuedPattern(
  /(?:my|our) .*'s /i,
  `(?<!\\b(?:at|to|from|in|of|by|near|with|than) )\\b(${whose} (?:[\\p{L}-]+ ){0,3}?(?:${beingWords}|birthday|anniversary|name|address|wedding|job|car|house|flat)(?: ${name})?)'s (?=(?:from|an?|in|on|at|the|not|now|also|allergic|called|named|pregnant|retired|married|divorced|vegan|vegetarian|turning|\\d[\\d.]*|(?!wedding|building|meeting|painting|training|birthing|clothing|savings?|evening|morning)\\p{L}+ing)\\b|(?:Dr|Mrs?)\\b)`,
  'gu',
);
/** "My partner's Swedish": nothing is left that could be theirs. */
const lastContracted = new CuedPattern(
  /^(?:my|our) .*'s /i,
  `^(${whose} (?:[\\p{Ll}-]+ )?${beingWords})'s (?=\\p{L}+[.!]*$)`,
  'u',
);
const capitals = /\b(my|our) ([A-Z]{3,})\b/g;
const states = anyOf(String.raw`
  originally | born | raised | based | living | working | married | divorced | retired | widowed | allergic
  (?:(?:mostly|mainly|strictly) )?(?:vegetarian|vegan|plant-based|pescatarian) | pregnant | single(?=$|[,.]| (?:since|for|again|and)\b)
  (?:just )?back from (?=\p{Lu}|\p{L}+ (?:weeks|months|years)) | no longer (?=(?:at|with) \p{Lu}|an? )
  lactose intolerant | colou?r-?blind | left-handed | diabetic
`);
/** Said without "I": what only its writer can mean. */
const state = new CuedPattern(
  subjectless,
  String.raw`^(?=(?:(?:also|still|now|currently) )?${states}\b(?! (?:to be|on|people|men|women|i|i'm|we|we're|my)\b))`,
  'iu',
);
const events = anyOf(String.raw`
  moved (?:to|out|in|back|from|house) | quit | got (?:married|engaged|divorced|promoted|hired|fired|laid off|an? )
  gave up | stopped \w+ing | started (?:\w+ing|as|at|my|a new) | switched | joined | bought | sold | adopted | grew up
  graduated | passed my | turned \d
`);
const event = new RegExp(String.raw`^(?=(?:(?:just|finally|recently) )?${events}\b)`, 'i');
const perfect = /^(?=been (?:an?|vegan|vegetarian|living|working|married|single|sober|together|with)\b)/i;
const habits = anyOf(`
  live (?:in|with|on|alone) | work (?:at|for|as|in|from) | prefer | hate | can't (?:stand|eat|drink|swim|drive)
  don't (?:eat|drink|drive|like|smoke)
`);
const habit = new RegExp(String.raw`^(?=${habits}\b)`, 'i');
const because = /^(?:since|as|because|given that|seeing that) (?=(?:i|i'm|i've|my|we|we're|our)\b)/i;
const saying = /^(?:i (?:said|told you|mean|meant|already said|mentioned)(?: that)?,? )(?=(?:i|i'm|i've|my|we|we're|our)\b)/i;
/** "As a team we write in English", "as a rule I walk": of nobody's trade. */
const together =
  /^as an? (?:(?:whole|small|big|general|first|next|last|little|quick|side) )*(?:team|group|family|company|firm|couple|lab|class|band|club|whole|rule|result|consequence|matter of (?:fact|principle)|reminder|step|start|note|joke|gift|favou?r|treat|test|workaround|precaution|resort|backup|fallback|compromise|bonus|habit),? (?=(?:i|i'm|i've|i'd|we|we're|we've|my|our)\b)/i;
const discarded = /^(?:actually,? )?(?:scratch|forget|ignore|never ?mind) (?:that|it), /i;
const fronted =
  /^((?:next|this|every|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:on|in|since|until) (?:\p{Lu}\p{L}+|\d{4})(?: \d{1,4})?|next (?:week|month|year|spring|summer|autumn|fall|winter)|these days|at home|at work|(?:on|at) (?:the )?weekends|on (?:mon|tues|wednes|thurs|fri|satur|sun|week)days|every \p{L}+|most (?:days|evenings|mornings|nights)|in my (?:free|spare) time),? (?=(?:i|i'm|i've|my|we|we're|our) )(.+)$/iu;

/** A sentence with what stands between commas in its line, its short forms written out, and "I" where its writer left it out. */
export function completed(sentence: string): string {
  const plain = sentence
    .replace(discarded, '')
    .replace(
      /^(?:(?:my|our) )?((?:mum|mom|dad|grandma|grandpa|granny|nan|granddad) )(?=\p{Ll})/iu,
      (_, who: string) => `my ${who.toLowerCase()}`,
    )
    .replace(
      /^not an? (?=(?:fan|morning person|coffee|meat|night|early|big fan|drinker|smoker|dog person|cat person))/i,
      "I'm not a ",
    )
    .replace(together, '')
    .replace(
      /^(?:as(?! an? (?:(?:small|little|young|teenage) )?(?:kid|child|boy|girl|baby|toddler|teen|teenager|student,? (?:i|we) (?:\p{Ll}+ed|was|were|had|went|spent))\b)|being) (an? [^,]{3,40}?),? (?=(?:i|i'm|we|what|which|can|how|should)\b)/iu,
      "I'm $1; ",
    )
    .replace(/^(?:no,? )?it's ((?:my|our) (?:[\p{L}-]+ ){1,3}?)(?:who|that) (.+?)(?:, not me)?$/iu, '$1$2')
    .replace(saying, '')
    .replace(because, '')
    .replace(capitals, (_, of: string, word: string) => `${of} ${word.toLowerCase()}`)
    .replace(before, '$2 $3 $1 ')
    .replace(commas, titled)
    .replace(contracted, '$1 is ')
    .replace(lastContracted, '$1 is ')
    .replace(/,? (?:just )?(?:in case|so|if|when|before|because|so that) you(?:'re|'d|'ll)? .*$/i, '')
    .replace(/^both (?=(?:my|our) )/i, '')
    .replace(/\b([Mm]y|[Oo]ur) (?:\w+ )?(brother|sister|mother|father|son|daughter) in law\b/g, (whole) =>
      whole.replace(/ in law$/, '-in-law'),
    )
    .replace(
      fronted,
      (_, when: string, rest: string) =>
        `${rest.replace(/[\s.!]+$/, '')} ${when.toLowerCase() === when ? when : when.replace(/^\w+/, (word) => word.toLowerCase())}`,
    )
    .replace(
      /^(i'm|i am) (\p{Lu}[\p{L}'-]+)(?: btw| by the way)?, (?:an? )?((?:\p{Ll}[\p{L}-]+ ){1,3})(?=(?:at|for|in|from)\b)/iu,
      "$1 $2; I'm a $3",
    )
    .replace(/^(originally from [^,]+), in (?=\p{Lu})/iu, '$1; I am in ');
  if (state.test(plain)) return `I'm ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`;
  if (perfect.test(plain)) return `I've ${plain.charAt(0).toLowerCase()}${plain.slice(1)}`;
  return event.test(plain) || habit.test(plain) ? `I ${plain.charAt(0).toLowerCase()}${plain.slice(1)}` : plain;
}

function titled(_whole: string, what: string, title: string | undefined, called: string): string {
  return `${what} ${title?.replace('.', '') ?? ''}${called} `;
}
