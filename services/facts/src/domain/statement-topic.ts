import { readStatement } from './statement-reading.ts';
import { statementWords } from './statement-words.ts';

/** What a statement is about, if that is something of which one thing alone is true at a time. */
export interface Topic {
  /** Equal for statements about the same. */
  readonly key: string;
  /** What it says of it, in words. */
  readonly value: readonly string[];
  /** The value is all that it says of it. */
  readonly isWhole: boolean;
  /** Whether one likes the thing; `null`: it is no liking. */
  readonly liked: boolean | null;
}

/** Of these a subject has one at a time: what stands first is what all of its forms count as. */
const single: readonly (readonly string[])[] = [
  ['lives in', 'live in', 'lives at', 'is living in', 'resides in', 'is based in', 'has lived in', 'has been living in'],
  [
    'works at',
    'works for',
    'is working at',
    'is working for',
    'is employed at',
    'is employed by',
    'has worked at',
    'has worked for',
  ],
  ['works as', 'is working as'],
  ['is named'],
  ['wants to be called', 'prefers to be called', 'goes by the name of'],
  ['is married to'],
  ['is engaged to'],
  ['was born on'],
  ['was born in'],
  ['weighs'],
  ['costs'],
  ['opens with code'],
  ['takes place at', 'takes place in', 'is held at', 'is held in'],
];
const moving = ['moved to', 'has moved to', 'relocated to', 'has relocated to'];
/** The same, of what is said in days and hours. */
const singleTimes: readonly (readonly string[])[] = [
  ['starts at', 'begins at'],
  ['starts on', 'begins on'],
  ['ends at'],
  ['ends on'],
  ['opens at'],
  ['closes at'],
  ['expires on'],
  ['is due on', 'is due by', 'is due'],
  ['is scheduled for', 'is planned for'],
  ['takes place on', 'is held on'],
];

interface Phrase {
  readonly words: readonly string[];
  readonly counted: string;
}

const phrases = phrasesOf([...single, ['lives in', ...moving]]);
const timePhrases = phrasesOf(singleTimes);

/** The longest first. */
function phrasesOf(families: readonly (readonly string[])[]): readonly Phrase[] {
  return families
    .flatMap((forms) => forms.map((form) => ({ words: statementWords(form), counted: forms[0] ?? form })))
    .toSorted((one, other) => other.words.length - one.words.length);
}

const likings: readonly { readonly words: readonly string[]; readonly liked: boolean }[] = [
  ...['likes', 'loves', 'enjoys', 'adores', 'is fond of', 'is fan of'].map((form) => ({ form, liked: true })),
  ...['hates', 'dislikes', 'detests', 'loathes'].map((form) => ({ form, liked: false })),
].map(({ form, liked }) => ({ words: statementWords(form), liked }));

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).flatMap(statementWords));

/** Such a thing of somebody "is" one thing at a time. */
const attributes = list(`
  address email password passcode employer hometown nationality timezone username hostname nickname surname
`);
/** The same, where two words are needed to name it. */
const twoWordAttributes = new Set(['time zone', 'blood type', 'mother tongue', 'native language', 'first language']);
/** The same, where what it is said to be is a figure or a date: of a budget that is tight nothing follows. */
const figures = list(
  'birthday age number pin code salary budget deadline height weight size version room postcode price fee rent',
);
/** One may have several, so that the same words may speak of another. */
const several = list(`
  brother sister sibling twin son daughter child kid baby cousin uncle aunt nephew niece friend colleague coworker neighbour neighbor roommate
  flatmate teacher student client customer cat dog kitten puppy horse rabbit pet bird laptop server machine
`);
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday';
const dates = list(
  `${weekdays} january february march april may june july august september october november december today tomorrow`,
);
/** What is true at some times only, or of a part only, says nothing of the other times. */
const sometimes = list(
  `${weekdays} weekend weekday morning evening night summer winter sometimes often occasionally partly part`,
);
/** More than one thing is said. */
const joining = new Set('and but or who which that because while if when where until'.split(' '));
const numbers = new Set('one two three four five six seven eight nine ten eleven twelve'.split(' '));

const mostSubjectWords = 6;

/** What a statement is about by its words, English; `null`: nothing of that kind, or more than one thing. It may deny it: see `readStatement`. */
export function topicOfText(text: string): Topic | null {
  const { core, polarity } = readStatement(text);
  if (polarity === null || !isSimple(text, core)) return null;
  if (core.some((word) => sometimes.has(word))) return attribute(core) ?? dated(core);
  return (
    likedThing(core, polarity === 'denied') ??
    countedThing(core) ??
    age(core) ??
    namedThing(core) ??
    saidOnce(core, phrases) ??
    attribute(core) ??
    dated(core)
  );
}

/** Whether a text says one thing alone. */
export function isSimple(text: string, words: readonly string[]): boolean {
  if (/[;:()"“”\n?]|\. \S/.test(text) || /,(?! ?\p{Lu})/u.test(text)) return false;
  return !words.some((word) => joining.has(word));
}

/** "likes tea", "does not like tea", "hates tea": one liking of one thing. */
function likedThing(core: readonly string[], denied: boolean): Topic | null {
  const held = placeOf(core, ['can', 'stand']);
  if (held !== null && denied) return liking(core.slice(0, held), core.slice(held + 2), false, 'stand');
  for (const { words, liked } of likings) {
    const place = placeOf(core, words);
    if (place === null) continue;
    if (denied && !liked) return null;
    return liking(core.slice(0, place), core.slice(place + words.length), liked && !denied, words.join(' '));
  }
  return null;
}

function liking(subject: readonly string[], object: readonly string[], liked: boolean, verb: string): Topic | null {
  if (object.length === 0 || !isSubject(subject)) return null;
  return { key: JSON.stringify([subject, 'likes', object]), value: [verb], isWhole: true, liked };
}

/** "has two children": a number of something. */
function countedThing(core: readonly string[]): Topic | null {
  const place = placeOf(core, ['have']);
  if (place === null) return null;
  const [count = '', ...things] = core.slice(place + 1);
  if (!(numbers.has(count) || /^\d+$/.test(count)) || things.length !== 1) return null;
  return topic(core.slice(0, place), `number of ${things.join(' ')}`, [count]);
}

function age(core: readonly string[]): Topic | null {
  const place = placeOf(core, ['is']) ?? placeOf(core, ['turned']);
  if (place === null) return null;
  const [years = '', ...rest] = core.slice(place + 1);
  const isAge = /^\d{1,3}$/.test(years) && (rest.join(' ') === 'year old' || (rest.length === 0 && core[place] === 'turned'));
  return isAge ? topic(core.slice(0, place), 'age', [years]) : null;
}

/** "Anne's name is", "is named". */
function namedThing(core: readonly string[]): Topic | null {
  const place = placeOf(core, ['s', 'name', 'is']);
  return place === null ? null : topic(core.slice(0, place), 'is named', core.slice(place + 3));
}

function saidOnce(core: readonly string[], among: readonly Phrase[]): Topic | null {
  const found = among
    .map((phrase) => ({ ...phrase, place: placeOf(core, phrase.words) }))
    .filter((phrase) => phrase.place !== null)
    .toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))[0];
  if (!found || found.place === null) return null;
  return topic(core.slice(0, found.place), found.counted, core.slice(found.place + found.words.length));
}

/** "the meeting is on Monday", "the course starts at 9". */
function dated(core: readonly string[]): Topic | null {
  const said = saidOnce(core, timePhrases);
  const place = placeOf(core, ['is']);
  if (said !== null || place === null) return said;
  const [subject, [first = '', second = '', ...rest]] = [core.slice(0, place), core.slice(place + 1)];
  const isDay = first === 'on' && (dates.has(second) || /^\d/.test(second));
  const isHour = first === 'at' && /^\d/.test(second);
  return isDay || isHour ? topic(subject, `is ${first}`, [second, ...rest]) : null;
}

/** "the user's birthday is 12 March", "the key is in vault 7". */
function attribute(core: readonly string[]): Topic | null {
  const place = placeOf(core, ['is']);
  if (place === null) return null;
  const [subject, object] = [core.slice(0, place), core.slice(place + 1)];
  const of = subject.indexOf('of');
  const end = of > 0 ? of : subject.length;
  const [before = '', noun = ''] = [subject[end - 2], subject[end - 1]];
  const [first = ''] = object;
  const isNamed = attributes.has(noun) || twoWordAttributes.has(`${before} ${noun}`) || subject.includes('favourite');
  const isFigure = figures.has(noun) && object.some((word) => /\d/.test(word) || dates.has(word) || numbers.has(word));
  if (isNamed || isFigure) return topic(subject, 'is', first === 'on' || first === 'in' ? object.slice(1) : object);
  const isPlace = first === 'in' && subject.at(-1) !== 'user' && object.some((word) => /\d/.test(word));
  return isPlace ? topic(subject, 'is in', object.slice(1)) : null;
}

function topic(subject: readonly string[], predicate: string, object: readonly string[]): Topic | null {
  const value = untimed(object);
  if (value.length === 0 || !isSubject(subject)) return null;
  return { key: JSON.stringify([subject, predicate]), value, isWhole: value.length === object.length, liked: null };
}

function isSubject(subject: readonly string[]): boolean {
  return subject.length <= mostSubjectWords && isOne(subject);
}

/** Whether the words of a subject mean the same one each time: of brothers there may be two. */
export function isOne(subject: readonly string[]): boolean {
  return subject.length > 0 && !several.has(subject.at(-1) ?? '');
}

/** "Porto since 2019", "Porto in 2020": Porto. */
function untimed(object: readonly string[]): readonly string[] {
  const end = object.findIndex((word, place) => {
    const next = object[place + 1] ?? '';
    if (word === 'since' || word === 'recently' || word === 'ago') return true;
    return (word === 'in' || word === 'on' || word === 'from' || word === 'last' || word === 'this') && place > 0 && isTime(next);
  });
  return end > 0 ? object.slice(0, end) : object;
}

function isTime(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word) || dates.has(word) || /^(?:week|month|year|spring|autumn)$/.test(word);
}

/** Where a run of words stands, behind at least one word and before at least one; `null`: nowhere. */
function placeOf(words: readonly string[], run: readonly string[]): number | null {
  for (let place = 1; place + run.length < words.length; place += 1)
    if (run.every((word, offset) => words[place + offset] === word)) return place;
  return null;
}
