import { rememberLately } from '@agent-mem/contract';
import { movesElsewhere } from './places/residence.ts';
import {
  attributes,
  dates,
  figures,
  likings,
  locationPrepositions,
  movables,
  numbers,
  ofMany,
  type Phrase,
  roles,
  several,
  singlePhrases,
  singleTimes,
  sometimes,
  twoWordAttributes,
} from './single-valued.ts';
import { lately, readStatement } from './statement-reading.ts';

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

/** More than one thing is said. */
const joining = new Set('and but or who which that because while if when where'.split(' '));

/** How something is done leaves it the same thing. */
const manners = new Set('remotely fulltime parttime mainly mostly usually happily'.split(' '));

/** Without those that say where somebody lives. */
const remaining = singlePhrases.filter(({ words }) => !words.includes('moved') && !words.includes('relocated'));

/** Behind what somebody has these say which one it is. */
const complements = new Set('of in at for over with from to on'.split(' '));

const mostSubjectWords = 6;

/** What a statement is about by its words, English; `null`: nothing of that kind, or more than one thing. It may deny it: see `readStatement`. */
export const topicOfText: (text: string) => Topic | null = rememberLately(newTopic, lately);

function newTopic(text: string): Topic | null {
  const { core, polarity } = readStatement(text);
  if (polarity === null || !isSimple(text, core)) return null;
  if (core.some((word) => sometimes.has(word))) return attribute(core) ?? at(dated(core));
  return (
    likedThing(core, polarity === 'denied') ??
    preference(core) ??
    countedThing(core) ??
    frequency(core) ??
    age(text, core) ??
    namedThing(core) ??
    saidOnce(
      core.filter((word) => !manners.has(word)),
      movesElsewhere(text) ? remaining : singlePhrases,
    ) ??
    person(text, core) ??
    vehicle(text, core) ??
    attribute(core) ??
    dated(core)
  );
}

/** Whether a text says one thing alone. */
export function isSimple(text: string, words: readonly string[]): boolean {
  // Not the sign between hours and minutes, after a title or in a long number.
  const bare = text.replace(/(?<=\d)[:,](?=\d)|(?<=\b(?:Mr|Mrs|Ms|Dr|Prof))\./g, '');
  if (/[;:()"“”\n?]|\. \S/.test(bare) || /,(?! ?\p{Lu})/u.test(bare)) return false;
  return !words.some((word) => joining.has(word));
}

/** "likes tea", "does not like tea", "hates tea": one liking of one thing. */
function likedThing(core: readonly string[], denied: boolean): Topic | null {
  const held = indexOfRun(core, ['can', 'stand']);
  if (held !== null && denied) return liking(core.slice(0, held), core.slice(held + 2), false, 'stand');
  for (const { words, liked } of likings) {
    const index = indexOfRun(core, words);
    if (index === null) continue;
    if (denied && !liked) return null;
    return liking(core.slice(0, index), core.slice(index + words.length), liked && !denied, words.join(' '));
  }
  return null;
}

function liking(subject: readonly string[], object: readonly string[], liked: boolean, verb: string): Topic | null {
  if (object.length === 0 || !isSubject(subject)) return null;
  return { key: JSON.stringify([subject, 'likes', object]), value: [verb], isWhole: true, liked };
}

/** "prefers tea to coffee": of two things one is preferred. */
function preference(core: readonly string[]): Topic | null {
  const index = indexOfRun(core, ['prefer']);
  const than = core.findIndex((word, at) => index !== null && at > index + 1 && (word === 'to' || word === 'over'));
  if (index === null || than < 0 || than + 1 >= core.length) return null;
  const pair = [core.slice(index + 1, than).join(' '), core.slice(than + 1).join(' ')].toSorted();
  return topic(core.slice(0, index), `prefers of ${pair.join(' and ')}`, core.slice(index + 1, than));
}

/** "has two children": a number of something. */
function countedThing(core: readonly string[]): Topic | null {
  const index = indexOfRun(core, ['have']);
  if (index === null) return null;
  const [count = '', ...things] = core.slice(index + 1);
  if (!isNumber(count) || things.length !== 1) return null;
  return topic(core.slice(0, index), `number of ${things.join(' ')}`, [count]);
}

/** "runs three times a week": how often. */
function frequency(core: readonly string[]): Topic | null {
  const index = indexOfRun(core, ['time']);
  const [count = '', unit = ''] = index === null ? [] : [core[index - 1], core[index + 1]];
  if (index === null || index < 3 || !/^(?:day|week|month|year)$/.test(unit) || index + 2 !== core.length) return null;
  return isNumber(count) ? topic(core.slice(0, 1), `${core.slice(1, index - 1).join(' ')} a ${unit}`, [count]) : null;
}

const nameBehindIs =
  / is (?:now |not |no longer )?((?:an? |the )?(?:(?:Mr|Mrs|Ms|Dr|Prof|Frau|Herr)\.? )?(?:\p{Lu}|i(?=\p{Lu}))[\p{L}'’-]*(?: (?:& |de |da |dos |do |van |von |of )?[\p{Lu}\d][\p{L}\d'’-]*){0,3})[.!]?$/u;

/** Nobody is of a nationality by a title. */
const titled = /^(?:Mr|Mrs|Ms|Dr|Prof|Frau|Herr)\b/;

/** "the user's doctor is Dr Ferreira", "the team lead is Jun": a name, and no nationality. */
function person(text: string, core: readonly string[]): Topic | null {
  const index = indexOfRun(core, ['is']);
  if (index === null || core[index - 1] === 'user') return null;
  const isRole = roles.has(nounOf(core.slice(0, index)));
  if (
    !isRole &&
    (!/^(?:the|their|my) /i.test(text) || core.slice(0, index).some((word) => several.has(word) || ofMany.has(word)))
  )
    return null;
  const name = nameBehindIs.exec(text)?.[1];
  if (name === undefined || (isRole && /^(?:an?|the) /.test(name))) return null;
  if (!titled.test(name) && /(?:[ai]an|ese|ish|[cs]h|ic|i|iss|ew|ai|man|eek|ch)$/i.test(name)) return null;
  return topic(core.slice(0, index), 'is named', core.slice(index + 1));
}

/** "drives a Golf": a make, and not where to. */
function vehicle(text: string, core: readonly string[]): Topic | null {
  const index = indexOfRun(core, ['drive']);
  return index !== null && / drives an? \p{Lu}[\p{L}\d-]*(?: [\p{Lu}\d][\p{L}\d-]*)*[.!]?$/u.test(text)
    ? topic(core.slice(0, index), 'drives', core.slice(index + 1))
    : null;
}

function isNumber(word: string): boolean {
  return numbers.has(word) || /^\d+$/.test(word);
}

/** "Tim is six": of somebody by name alone. */
const nameIsAge = /^\p{Lu}[\p{Ll}'’-]+ (?:is|turned) (?:now )?(?:\d{1,2}|\p{Ll}+)[.!]?$/u;

function age(text: string, core: readonly string[]): Topic | null {
  const index = indexOfRun(core, ['is']) ?? indexOfRun(core, ['turned']);
  if (index === null) return null;
  const [years = '', ...rest] = core.slice(index + 1);
  const isBare = rest.length === 0 && (core[index] === 'turned' || nameIsAge.test(text));
  if (!/^\d{1,3}$/.test(years) && !numbers.has(years)) return null;
  const figure = numbers.has(years) ? String([...numbers].indexOf(years) + 1) : years;
  return isBare || rest.join(' ') === 'year old' ? topic(core.slice(0, index), 'age', [figure]) : null;
}

/** "Anne's name is", "is named". */
function namedThing(core: readonly string[]): Topic | null {
  const index = indexOfRun(core, ['s', 'name', 'is']);
  return index === null ? null : topic(core.slice(0, index), 'is named', core.slice(index + 3));
}

function saidOnce(core: readonly string[], among: readonly Phrase[]): Topic | null {
  let first: { readonly index: number; readonly phrase: Phrase } | null = null;
  for (const phrase of among) {
    const index = indexOfRun(core, phrase.words);
    if (index !== null && (first === null || index < first.index)) first = { index, phrase };
  }
  if (first === null) return null;
  const { index, phrase } = first;
  const object = core.slice(index + phrase.words.length);
  // Who quits their gym works on, and one is born in a place and in a year.
  if (phrase.words[0] === 'quit' && object[0] !== 'job') return null;
  const isYear = phrase.words[0] === 'was' && /^\d{4}$/.test(object[0] ?? '');
  return topic(core.slice(0, index), isYear ? `${phrase.counted} year` : phrase.counted, object);
}

/** What opens at 8 on weekdays may open at 10 on Sundays. */
function at(topic: Topic | null): Topic | null {
  if (topic === null || !/ at"\]$/.test(topic.key)) return topic;
  const when = topic.value.filter((word) => sometimes.has(word));
  return when.length === 0 ? topic : { ...topic, key: JSON.stringify([topic.key, when]) };
}

/** "the meeting is on Monday", "the course starts at 9". */
function dated(core: readonly string[]): Topic | null {
  const said = saidOnce(core, singleTimes);
  const index = indexOfRun(core, ['is']);
  if (said !== null || index === null) return said;
  const [subject, [first = '', second = '', ...rest]] = [core.slice(0, index), core.slice(index + 1)];
  const isDay = first === 'on' && (dates.has(second) || /^\d/.test(second));
  const isHour = first === 'at' && /^\d/.test(second);
  return isDay || isHour ? topic(subject, `is ${first}`, [second, ...rest]) : null;
}

/** "the user's birthday is 12 March", "the key is in vault 7". */
function attribute(core: readonly string[]): Topic | null {
  const index = indexOfRun(core, ['is']);
  if (index === null) return null;
  const [subject, object] = [core.slice(0, index), core.slice(index + 1)];
  const noun = nounOf(subject);
  const before = subject[subject.indexOf(noun) - 1] ?? '';
  const [first = ''] = object;
  const isNamed = attributes.has(noun) || twoWordAttributes.has(`${before} ${noun}`) || subject.includes('favourite');
  const isFigure = figures.has(noun) && object.some((word) => /\d/.test(word) || dates.has(word) || numbers.has(word));
  if (isNamed || isFigure) return topic(subject, 'is', first === 'on' || first === 'in' ? object.slice(1) : object);
  if (movables.has(noun) && locationPrepositions.has(first)) return topic(subject, 'is where', object);
  const isPlace = first === 'in' && subject.at(-1) !== 'user' && object.some((word) => /\d/.test(word));
  return isPlace ? topic(subject, 'is in', object.slice(1)) : null;
}

function topic(subject: readonly string[], predicate: string, object: readonly string[]): Topic | null {
  const value = untimed(object);
  if (value.length === 0 || value.includes('until') || !isSubject(subject)) return null;
  return { key: JSON.stringify([subject, predicate]), value, isWhole: value.length === object.length, liked: null };
}

function isSubject(subject: readonly string[]): boolean {
  return subject.length <= mostSubjectWords && isOne(subject);
}

/** Whether the words of a subject mean the same one each time: of brothers there may be two. */
export function isOne(subject: readonly string[]): boolean {
  return subject.length > 0 && !several.has(subject.at(-1) ?? '');
}

/** "Grade" of "the user's grade in maths", "manager" of "the user's manager at the hospice". */
function nounOf(subject: readonly string[]): string {
  const end = subject.findIndex((word, index) => index > 0 && complements.has(word));
  return subject[end < 0 ? subject.length - 1 : end - 1] ?? '';
}

/** "Porto since 2019", "Porto in 2020": Porto. */
function untimed(object: readonly string[]): readonly string[] {
  const end = object.findIndex((word, index) => {
    const [next = '', after = ''] = object.slice(index + 1);
    if (word === 'since' || word === 'recently' || word === 'ago') return true;
    return (
      (word === 'in' || word === 'on' || word === 'from' || word === 'last' || word === 'this') &&
      index > 0 &&
      isTime(next, after)
    );
  });
  return end > 0 ? object.slice(0, end) : object;
}

function isTime(word: string, after: string): boolean {
  if (/^\d{1,2}$/.test(word)) return dates.has(after);
  return /^(?:19|20)\d\d$/.test(word) || dates.has(word) || /^(?:week|month|year|spring|autumn)$/.test(word);
}

/** Where a run of words stands, behind at least one word and before at least one; `null`: nowhere. */
function indexOfRun(words: readonly string[], run: readonly string[]): number | null {
  const [first = ''] = run;
  const last = words.length - run.length - 1;
  for (let index = words.indexOf(first, 1); index > 0 && index <= last; index = words.indexOf(first, index + 1))
    if (run.every((word, offset) => words[index + offset] === word)) return index;
  return null;
}
