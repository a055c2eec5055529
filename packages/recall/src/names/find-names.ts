import { english } from '../ranking/english.ts';
import { nameKey } from './name-key.ts';
import {
  calendarWords,
  capitalisedWords,
  commonWords,
  connectors,
  counters,
  openers,
  placeWords,
  titles,
  verbs,
} from './no-names.ts';
import { hasInnerCapital, isCapitalised, type NameWord, nameWords } from './words.ts';

/** A name in a text. */
export interface FoundName {
  /** As it is written there. */
  readonly name: string;
  /** What it is known by: see `nameKey`. */
  readonly key: string;
  /** False: it has its capital where every word has one, and only who knows the name already can say that it is one. */
  readonly isSure: boolean;
}

/** Of one text. */
const mostNames = 32;
const longestName = 80;

/**
 * The names in a text, each once, in order. Made for English; of other languages what they write with a capital inside a sentence, and nothing of
 * German, which writes all nouns so.
 */
export function findNames(text: string): readonly FoundName[] {
  if (!/\p{Ll}/u.test(text) || isGerman(text)) return [];
  const { titled, rest } = takeQuotedTitles(text);
  const found = [...titled.map((name) => ({ name, isSure: true })), ...runsOf(nameWords(rest)).flatMap(namesOfRun)];
  const names = new Map<string, FoundName>();
  for (const { name, isSure } of found) {
    const key = nameKey(name);
    if (key.length < 2 || name.length > longestName) continue;
    const known = names.get(key);
    names.set(key, { name: known?.name ?? name, key, isSure: isSure || (known?.isSure ?? false) });
  }
  return [...names.values()].slice(0, mostNames);
}

/** Words that belong together, and what follows them. */
interface Run {
  readonly words: readonly NameWord[];
  readonly next: readonly NameWord[];
}

/** The longest rows of words that may be one name. */
function runsOf(words: readonly NameWord[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < words.length; ) {
    const first = words[at];
    if (!first || !isCapitalised(first.text)) {
      at += 1;
      continue;
    }
    const end = endOfRun(words, at);
    runs.push({ words: words.slice(at, end), next: words.slice(end, end + 3) });
    at = end;
  }
  return runs;
}

function endOfRun(words: readonly NameWord[], start: number): number {
  let end = start + 1;
  for (;;) {
    const [last, next] = [words[end - 1], words[end]];
    if (!last || !next || next.isFirst) return end;
    const isTogether =
      next.before === ' ' || (next.before === ' & ' && !last.isPossessive) || (next.before === '. ' && isShortened(last));
    if (!isTogether || (last.isPossessive && !placeWords.has(next.text.toLowerCase()))) return end;
    if (isCapitalised(next.text) || isNumber(next.text)) {
      end += 1;
      continue;
    }
    const after = connectedAt(words, end);
    if (after === null || last.isPossessive || last.text.toLowerCase() === 'i') return end;
    end = after + 1;
  }
}

/** They connect inside some titles of works, and part names everywhere else. */
const separators: ReadonlySet<string> = new Set(['and', 'y', 'e', 'the']);

/** Where behind connecting words the name goes on; `null`: it does not. */
function connectedAt(words: readonly NameWord[], start: number): number | null {
  for (let at = start; at < start + 3; at += 1) {
    const word = words[at];
    if (word?.before !== ' ' || word.isFirst) return null;
    if (isCapitalised(word.text)) return at > start ? at : null;
    // "Ann and Bob" are two, and so are "Ann the Great" for all that rules know.
    const isConnecting = connectors.has(word.text) && !separators.has(word.text);
    if (!isConnecting && !(word.text === 'the' && at > start)) return null;
  }
  return null;
}

function namesOfRun({ words, next }: Run): readonly { readonly name: string; readonly isSure: boolean }[] {
  let own = withoutCounter(words);
  let isFirst = own[0]?.isFirst ?? false;
  for (let head = own[0]; head; head = own[0]) {
    const word = head.text.toLowerCase();
    const isOpening = isFirst && (isOpener(word) || word === 'the') && !hasInnerCapital(head.text);
    const isTitle = titles.has(word) && own.length > 1;
    const isCommon = isFirst && own.length === 1 && commonWords.has(word);
    // "French Revolution" is one name.
    const isOfPeople = capitalisedWords.has(word) && !(own[1] && isCapitalised(own[1].text));
    if (!isOpening && !isTitle && !isCommon && !isOfPeople && !calendarWords.has(word)) break;
    // A title says that a name follows; after any other opening word stands what a sentence has inside.
    own = own.slice(1);
    isFirst = false;
  }
  for (let tail = own.at(-1); tail && own.length > 1 && endsNoName(tail); tail = own.at(-1)) own = own.slice(0, -1);
  const [head, second] = own;
  if (!head || isNoName(head, second)) return [];
  const isSure = !isFirst || own.length > 1 || hasInnerCapital(head.text) || isNamedBy(head, next);
  return [{ name: spelled(own), isSure }];
}

/** What is counted is left out: of "Terminal 2 of Heathrow" remains Heathrow. */
function withoutCounter(words: readonly NameWord[]): readonly NameWord[] {
  const [head, number] = words;
  if (!head || !number || !counters.has(head.text.toLowerCase()) || !/^\p{L}?\d+\p{L}?$/u.test(number.text)) return words;
  const rest = words.slice(2);
  const at = rest.findIndex(({ text }) => isCapitalised(text));
  return at < 0 ? [] : rest.slice(at);
}

function isOpener(word: string): boolean {
  return english.stopWords.has(word.replace(/['’]/g, '')) || openers.has(word.replace(/['’]/g, ''));
}

function endsNoName(word: NameWord): boolean {
  const isYear = /^(?:1[5-9]|20)\d\d$/.test(word.text);
  return isYear || calendarWords.has(word.text.toLowerCase()) || connectors.has(word.text);
}

function isNoName(head: NameWord, second: NameWord | undefined): boolean {
  const word = head.text.toLowerCase();
  if (isNumber(head.text)) return true;
  if (second === undefined) {
    if (capitalisedWords.has(word.replace(/['’.]/g, '')) || titles.has(word) || head.text.length < 2) return true;
    return /^\p{N}/u.test(head.text) || /^i['’]/i.test(head.text) || /^\p{Lu}\d+$/u.test(head.text);
  }
  return false;
}

/** Whether what follows a sentence's first word makes it a name: it does something, owns something, or is one of several names. */
function isNamedBy(head: NameWord, next: readonly NameWord[]): boolean {
  const [first, second, third] = next;
  if (head.isPossessive) return true;
  if (!first || first.isFirst) return false;
  const word = first.text.replace(/['’]/g, '');
  const isPlain = first.before === ' ';
  if (isPlain && ['and', 'or'].includes(word))
    return second !== undefined && (isCapitalised(second.text) || second.text === 'the');
  if (isPlain) return verbs.has(word) || (/^\p{Ll}{2,}(?:s|ed)$/u.test(word) && !/(?:ss|ous|us)$/.test(word));
  if (!/^,\s$/.test(first.before)) return false;
  if (isCapitalised(first.text) && second) return second.before.startsWith(',') || (second.text === 'and' && third !== undefined);
  return ['the', 'who', 'whose', 'a', 'an', 'my', 'their'].includes(word) && !/ly$/i.test(head.text);
}

function isShortened({ text }: NameWord): boolean {
  return /^\p{Lu}$/u.test(text) || titles.has(text.toLowerCase()) || text.toLowerCase() === 'st';
}

function isNumber(word: string): boolean {
  return /^\p{N}+(?:\.\p{N}+)*$/u.test(word);
}

function spelled(words: readonly NameWord[]): string {
  const parts = words.map(({ text, isPossessive, before }, index) => {
    const isLast = index === words.length - 1;
    return `${index === 0 ? '' : before}${text}${isPossessive && !isLast ? "'s" : ''}`;
  });
  return parts.join('');
}

/** Titles of works stand in quotation marks: two words or more of which the first has a capital. */
function takeQuotedTitles(text: string): { readonly titled: readonly string[]; readonly rest: string } {
  const titled: string[] = [];
  const rest = text.replace(
    /(?<![\p{L}\p{N}])["“«'‘]([^"“”«»'‘’\n]{2,80})["”»'’](?![\p{L}\p{N}])/gu,
    (quoted: string, inside: string) => {
      if (!/^\p{Lu}[^.!?]*\p{L}$/u.test(inside) || !inside.includes(' ') || !isTitleCase(inside)) return quoted;
      titled.push(inside);
      return ',';
    },
  );
  return { titled, rest };
}

/** All words but the small ones have a capital: what is said in quotation marks has not. */
function isTitleCase(text: string): boolean {
  return text.split(/\s+/).every((word) => /^[\p{Lu}\p{N}&]/u.test(word) || english.stopWords.has(word) || connectors.has(word));
}

const germanWords =
  /(?<![\p{L}])(?:der|die|das|und|ist|nicht|ein|eine|einen|einem|einer|des|dem|den|mit|wohnt|hat|auf|für|sich|im|zu)(?![\p{L}])/giu;
const englishWords = /\b(?:the|and|is|of|to|in|with|has|was|for|on|at|a)\b/gi;

function isGerman(text: string): boolean {
  const german = text.match(germanWords)?.length ?? 0;
  return german >= 2 && german > (text.match(englishWords)?.length ?? 0);
}
