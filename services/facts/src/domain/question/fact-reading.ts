import { rememberLately } from '@agent-mem/contract';
import { partedAs } from '../statements/couples.ts';
import { movesElsewhere } from '../statements/places/residence.ts';
import { lately, readStatement } from '../statements/statement-reading.ts';
import { conceptsOf, isDislike } from './concepts.ts';
import { beenIn, hadIn } from './had-and-been.ts';
import { kindsAmong } from './kinds.ts';
import { pastimesIn } from './pastimes.ts';

/** What a fact says, as questions are held against it. */
export interface FactReading {
  /** The user is its subject, and not only something of theirs. */
  readonly isOfUser: boolean;
  readonly subject: readonly string[];
  /** What its subject is, where somebody but the user has it: the teacher of "Zoe's teacher". Empty: nobody else's thing. */
  readonly thing: readonly string[];
  /** Who has that thing. */
  readonly owner: readonly string[];
  /** All that it speaks of. */
  readonly concepts: readonly string[];
  readonly isDenied: boolean;
  /** It was so: "used to live in Malmö". Such a fact is denied too. */
  readonly isPast: boolean;
  readonly isDislike: boolean;
  /** It says that somebody works there no more. */
  readonly isLeaving: boolean;
  /** It says where a thing lies, or is stored. */
  readonly isPlaced: boolean;
  /** It says which car is the user's: they drive it. */
  readonly isDriven: boolean;
  /** It says what somebody wants, plans or hopes for, which is not so yet. */
  readonly isWish: boolean;
  /** What somebody did with something that is theirs no more, or that they do no more, such as "sold" or "quit"; empty: it says nothing like that. */
  readonly partedBy: readonly string[];
  /** It says that the user is no longer with somebody; they may be with somebody else. */
  readonly isOfCouple: boolean;
  /** What it says that somebody has, or speaks of as theirs. */
  readonly had: ReadonlySet<string>;
  /** The kinds of what it speaks of, where it does not name them: a fact about a whippet is one about a dog. */
  readonly kinds: ReadonlySet<string>;
  /** What it says that somebody or something is, or does. */
  readonly been: readonly string[];
  /** What it says that somebody does not choose, has moved from, or excepts. */
  readonly leftBehind: readonly string[];
}

const verb =
  /^(.+?) (?:is|are|was|were|has|have|had|lives?|works?|loves?|likes?|hates?|prefers?|studies|speaks?|plays?|moved|died|teaches|owns?|drives?|can|cannot|will|does|do|no longer|used)\b/i;
const anyVerb = /^(.+?) \p{Ll}{2,}s\b/u;
const place =
  /\b(?:port|base|hometown|birthplace|address|mooring|campsite) is \S|\b(?:works? for|in|at|on|under|behind|beside|above|below|near|inside|next to|from|to)\b/i;
const time =
  /\bfor (?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|many|several|some) (?:year|month|week|day|hour)s?\b|\bsince \S|\b(?:until|on|at|every|ago|in) (?:\d|[A-Z]?(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|the)|\b(?:from|till|by|before|after) (?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|\b(?:19|20)\d\d\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b|\b(?:today|tomorrow|tonight|yesterday|noon|midnight)\b|\b(?:at|by|until|till|before|after|from|around) (?:about |around |half past |(?:a )?quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|\bo['’]clock\b|\b\d{1,2} (?:to|till|until) \d{1,2}\b|\b(?:in the|every) (?:morning|afternoon|evening)\b|\bduring the (?:day|night|week|weekend|spring|summer|autumn|fall|winter)\b|\b(?:daily|weekly|monthly)\b|\b(?:last|next|this) (?:year|month|week|weekend|spring|summer|autumn|fall|winter)\b/i;
const number = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|an?|no|many|both)\b/i;
const years = String.raw`(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}+)?)`;
const age = new RegExp(
  String.raw`\b${years} years? old\b|\bin (?:their|his|her) (?:(?:early|mid|late)[ -])?\p{L}+ties\b|\bturned ${years}(?! \p{Ll}+s\b)|^(?:\S+ ){1,4}is (?:about |around |almost |nearly )?${years}$`,
  'iu',
);
const occupation =
  /\b(?:works? (?:as|at|for|in)|teaches|studies|job|profession|retired|quit|runs? (?:an?|the|their) )\b|\b(?:is|are|was|am|been) (?:no longer |not |now |also )?an? (?!fan\b|member\b|bit\b|vegan\b|vegetarian\b|twin\b|person\b|friend\b)/i;
const named =
  /\b(?:is|are|was) (?:named|called)\b|\bname is\b|\bbe called\b|\bnamed\b|\bhas (?:an?|one|two|three|four|five|\d) [a-z -]+, [A-Z]/i;

const surname = /\b(?:surname|last name|family name)\b|\b(?:[Nn]amed|[Cc]alled|name is) \p{Lu}\S+ \p{Lu}/u;

/** What a fact has to have to answer a question of a kind. */
const patterns = {
  place,
  time,
  number,
  age,
  occupation,
  name: named,
  surname,
  company: /\bwith\b|\b(?:alone|by themselves|on their own)\b/i,
} as const;

const origin = /\b(?:is|are|was|were|comes?|came) (?:originally )?from\b|\b(?:grew up|was born|was raised) in\b/i;
/** A journey that somebody is about to make. */
const journey = /\bis (?:going|off|heading|headed|travelling|traveling|flying|taking their .+) to\b/i;
const ofJourneys = conceptsOf('going trip travel holiday vacation headed');
const unbearable = /\b(?:cannot|can't|can not) (?:stand|tolerate|bear)\b/i;
const switching =
  /\b(?:switched|changed|migrated|moved over|upgraded|downgraded|updated) (?:(?:their|the) .+? )?(?:from .+? )?to\b/i;
/** "Started a new job at Siemens": they work there. */
const hired =
  /\b(?:started|got|found|landed|took|accepted|has) (?:an?|the|their) (?:new )?(?:job|position|role|post) (?:at|with|as|in|for)\b/i;
/** "The user is a welder at Krone": they work there. */
const employed =
  /^[Tt]he user is (?:now )?an? (?!(?:\p{L}+ )*(?:member|student|pupil|patient|guest|customer|client|fan|regular|speaker|donor|prisoner)\b)(?:[\p{L}-]+ ){1,4}?(?:at|for) (?:the )?\p{Lu}/u;
const reporting = /^[Tt]he user (?:now )?(?:reports|answers) to \p{Lu}/u;
/** "Is valid until May": when it expires. */
const lasting = /\b(?:is|are) (?:valid|good|current) (?:until|till|through)\b/i;
const sharing = /\bshares? (?:the|an?|their) (?:flat|apartment|house|room|home) with\b/i;
const lying = '(?:in|inside|under|underneath|behind|beside|below|above|near|next to|on|on top of|at|between)';
/** "The user's new car is a Skoda". */
const driven = /^[Tt]he user['’]s (?:new )?car is an? \p{Lu}/u;
/** "The key is under the mat", "The user keeps their tools in the shed". */
const placed = new RegExp(
  `^(?:the|their) .{2,60}? (?:is|are|hangs?|lies?|stands?|sits?) (?:(?:now|still|always|stored|kept|hidden|locked) )*${lying} (?!\\d)|^the user (?:(?:has|always|usually|now) )*(?:put|puts|keeps?|hides?|hid|hidden|stores?|stored|left|stashed) .{2,80}? ${lying} `,
  'i',
);
const leaving = /\b(?:quit|lost|left) (?:their|the|his|her) job\b|\b(?:resigned|retired|(?:was|got) (?:fired|laid off))\b/i;

/** Who a fact is of: the user, somebody or something of theirs, or a name. */
const somebody = String.raw`(?:the user(?:['’]s(?: \S+){1,3}?| and (?:their|his|her) \S+)?|\S+)`;
const parting = new RegExp(
  String.raw`^${somebody} (?:has |just |recently |finally )*(?:(sold|lost|donated|returned|got rid of|threw (?:away|out)|paid (?:off|back)|scrapped|crashed|wrecked) (?:their|his|her|the|an?)\b|(stopped|quit|gave up|given up|gave away|given away|cut out|cancelled|canceled|stepped down|traded in|dropped out|died|passed away)(?: |$))`,
  'i',
);
const noMore =
  /^the user['’]s (?:(late|former) |(?:\S+ ){1,3}?(?:was|were|got|has been|have been) (stolen|sold|lost|destroyed|scrapped)\b)/i;
const behind =
  /\bprefers? .+? (?:to|over) (.+)$|\b(?:moved|relocated) (?:out of|away from|from) (.+?)(?= to |$)|\b(?:switched|changed) from (.+?) to |\b(?:except|apart from|but not)\b(?: for)? (.+)$|\b(?:instead of|rather than|in place of) ([^,;]+)/i;
const wishing = new RegExp(
  String.raw`^${somebody} (?:also |really |still |now |would )*(?:(?:is|are) (?:(?:expecting|planning|hoping|intending|thinking|considering|dreaming|looking|saving|moving|relocating|going to|about to)\b)|wants?\b|needs?\b|plans?\b|hopes?\b|intends?\b|wishes\b|dreams?\b|considers?\b|will\b)|^.+? would (?:like|love) (?:to|an?)\b`,
  'i',
);

const partners = conceptsOf('partner wife husband spouse girlfriend boyfriend');
/** What a couple that is no more is asked for by. */
const ofCouples = { divorced: [...partners, ...conceptsOf('married')], parted: partners } as const;

/** Something that the answer has to hold. */
export type Need = keyof typeof patterns;

/** Whether a text holds that. A name may also stand behind what somebody is. */
export function holds(content: string, need: Need): boolean {
  return patterns[need].test(content);
}

/** Reads what a fact says, English. */
export const readingOf: (english: string) => FactReading = rememberLately(newReading, lately);

function newReading(english: string): FactReading {
  const isOfUser = /^the user(?!['’]s)\b/i.test(english) || /^the user['’]s name\b/i.test(english);
  const subjectText = isOfUser ? (/^the user and their [\p{L}-]+/iu.exec(english)?.[0] ?? '') : subjectOf(english);
  const spokenOf = conceptsOf(english).filter((each) => each !== 'live' || !movesElsewhere(english));
  const kinds = kindsAmong(spokenOf);
  const [, owner = '', thing = ''] = /^(.+?)['’]s (.+)$/u.exec(subjectText.replace(/^the user['’]s /i, '')) ?? [];
  const [ofSubject, owned] = [conceptsOf(subjectText), hadIn(english)];
  const parted = partedAs(english);
  const [isLeaving, isPlaced, isDriven] = [leaving.test(english), placed.test(english), driven.test(english)];
  const implied: readonly string[] = [
    ...(['age', 'occupation', 'name'] as const).filter((need) => holds(english, need)),
    ...(origin.test(english) ? ['origin'] : []),
    ...(unbearable.test(english) ? ['like'] : []),
    ...(switching.test(english) ? ['use', 'run'] : []),
    ...(employed.test(english) ? ['work'] : []),
    ...(reporting.test(english) ? ['boss'] : []),
    ...(hired.test(english) ? ['work', 'occupation'] : []),
    ...(isDriven ? ['drive'] : []),
    ...(isPlaced ? ['put'] : []),
    ...(sharing.test(english) ? ['live'] : []),
    ...(lasting.test(english) ? conceptsOf('expire') : []),
    ...(isLeaving ? ['work', 'occupation'] : []),
    ...(journey.test(english) ? ofJourneys : []),
    ...(parted === null ? [] : ofCouples[parted]),
    ...kinds,
  ];
  const pastimes = pastimesIn(english, spokenOf, kinds);
  const { polarity, isOpposite } = readStatement(english);

  return {
    isOfUser,
    subject: [...ofSubject, ...kindsAmong(ofSubject)],
    thing: conceptsOf(thing),
    owner: conceptsOf(owner),
    concepts: [...spokenOf, ...implied, ...pastimes],
    isDenied: (polarity === 'denied' && !isOpposite) || polarity === 'past',
    isPast: polarity === 'past',
    isDislike: isDislike(english),
    isLeaving,
    isPlaced,
    isDriven,
    isWish: wishing.test(english),
    partedBy: conceptsOf(
      parted === null
        ? ((parting.exec(english) ?? noMore.exec(english))?.slice(1).join(' ') ?? '')
        : 'divorced broke split separated',
    ),
    isOfCouple: parted !== null,
    kinds: new Set(kinds),
    had: new Set([...owned, ...kindsAmong(owned), ...pastimes, ...implied.filter((each) => each === 'occupation')]),
    been: [...beenIn(english), ...implied],
    leftBehind: conceptsOf(behind.exec(english)?.slice(1).join(' ') ?? ''),
  };
}

function subjectOf(content: string): string {
  return (verb.exec(content) ?? anyVerb.exec(content))?.[1] ?? content;
}
