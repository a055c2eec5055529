import { withPlainApostrophes } from '@agent-mem/llm';
import { foreignCorrection } from '../languages/foreign-correction.ts';
import { withForeignDate } from '../languages/foreign-date.ts';
import { foreignStatement } from '../languages/in-english.ts';
import { type Value, valuesIn } from './updates/values.ts';

/** What a user says is wrong, and what is right instead. */
export interface Correction {
  /** The words that are wrong; `null`: they do not say which. */
  readonly wrong: string | null;
  readonly right: string;
  /** What else the correction speaks of, before the words that are right; may be empty. */
  readonly about: string;
  /** It says how somebody or something is called: of a fact that says no name it puts nothing right. */
  readonly isNaming: boolean;
}

const marker =
  /^(?:(?:no|nope|nah|sorry|wait|oops|ah|oh|well|hm+|correction|actually|i meant(?: to say)?|my mistake|my bad|silly me|whoops|ugh|hang on|hold on|scratch that|apologies|my apologies|i (?:was wrong|made a mistake|misspoke|mistyped|got that wrong|misread (?:my|the) \p{L}+)|(?:please )?correct (?:that|this|it)|(?:that's|that is|that was|this is|it's) (?:wrong|not (?:right|true|correct)|incorrect)|to correct (?:that|myself)|let me correct (?:that|myself)|(?:please )?(?:change|fix) (?:that|it)(?: to)?)(?:\s*[,.:;!–—-]+\s*|\s+))+/iu;
const meaning = /^(?:i mean|meant|it (?:is|was|should be)|it'?s|that should be|should be|rather)\s+/i;
/** "No, she's called Mia": behind a word that takes something back. */
const naming =
  /^(?:(?:(?:it|he|she|they)(?:'s| is|'re| are) |that's )?(?:called|named|spelled) |(?:its|his|her|their|the) name(?:'s| is) )/i;
const notThat = /^(.+?),? (?:and )?(?:not|instead of|rather than) (.+)$/i;
const notThatBut = /^(?:.*?\b)?not (.+?),? (?:but|it's|it is) (.+)$/i;
/** "Not Rex, Max". */
const notThatName = /^not (\S+(?: \S+){0,2}?), (\S+(?: \S+){0,2})$/iu;
const notIs =
  /^(.+?) (?:(?:is|are|was|were) not|isn't|aren't|wasn't) (?:called |named )?(.+?)(?:,? but (?:rather )?|, (?:it|he|she)(?:'s| is) (?:called |named )?)(.+)$/i;
const saying =
  /^(.*?\b(?:is|are|was|were|in|at|for|as|on|named|called|to|has|have|likes?|loves?|turned|costs?|starts|ends)) (.+)$/i;

const unfinished =
  /(?:^|[ '’])(?:m|re|am|is|are|was|were|do|does|did|have|has|had|will|would|can|could|should|must|may|might)$|^(?:it|he|she|that|there|what|who)['’]s$/i;

/** "No, in Bern". */
const place = /^(?:on|in|at|for|with|from|to) (?=[\p{Lu}\d])/u;

/** "It's Cleveland where Paige goes": what is right stands before it. */
const relative = / (?:where|who|when|which|that) .*$/i;

/** Reads a correction; `null`: the message is none, or is a whole statement that stands for itself. */
export function correctionIn(message: string): Correction | null {
  return englishCorrection(message) ?? foreignCorrection(message);
}

function englishCorrection(message: string): Correction | null {
  const plain = withPlainApostrophes(message)
    .replace(/\s+/g, ' ')
    .replace(/[.!] (?=not \S+(?: \S+){0,3}[.!]?$)/i, ', ')
    .replace(/[\s.!]+$/, '')
    .trim();
  if (plain.length > 300 || /\?/.test(plain)) return null;
  const marked = marker.exec(plain)?.[0] ?? '';
  const body = plain.slice(marked.length);
  const meant = body.replace(meaning, '');
  const isMarked = marked !== '';
  const said = isMarked ? meant.replace(naming, '') : meant;
  if (said === '') return null;
  const isSure = isMarked || meaning.test(body);
  const found =
    notIsForm(said) ?? notBut(said, isSure) ?? notName(said) ?? rightNotWrong(said) ?? (isSure ? rightAlone(said) : null);
  return found && { ...found, isNaming: isMarked && naming.test(meant) };
}

type Found = Omit<Correction, 'isNaming'>;

/** "The dog is not Rex, but Max". */
function notIsForm(said: string): Found | null {
  const [, about, wrong, right] = notIs.exec(said) ?? [];
  return about === undefined || wrong === undefined || right === undefined
    ? null
    : { wrong: bare(wrong), right: bare(right), about };
}

/** "Not Rex but Max". */
function notBut(said: string, isSure: boolean): Found | null {
  const [, wrong, right] = notThatBut.exec(said) ?? [];
  if (wrong === undefined || right === undefined || !(isSure || /^not /i.test(said))) return null;
  return { wrong: bare(wrong), right: bare(right), about: /^(.*?)\bnot\b/i.exec(said)?.[1]?.trim() ?? '' };
}

function notName(said: string): Found | null {
  const [, wrong, right] = notThatName.exec(said) ?? [];
  if (wrong === undefined || right === undefined || !isNameOrFigure(right)) return null;
  return { wrong: bare(wrong), right: bare(right), about: '' };
}

/** "Max, not Rex". */
function rightNotWrong(said: string): Found | null {
  const [, right, wrong] = notThat.exec(said) ?? [];
  // "I'm not called Bob" denies, and sets nothing right.
  if (right === undefined || wrong === undefined || unfinished.test(right)) return null;
  const [, about = '', value = right] = saying.exec(right) ?? [];
  return { wrong: bare(wrong), right: bare(value.replace(relative, '')), about };
}

/** "Max". A whole statement stands for itself; what is neither a name nor a figure is more likely another thing. */
function rightAlone(said: string): Found | null {
  const named = said.replace(place, '');
  const isShort = named.split(' ').length <= 3 && isNameOrFigure(named) && !saying.test(named);
  return isShort ? { wrong: null, right: bare(said), about: '' } : null;
}

function isNameOrFigure(text: string): boolean {
  return /^[\p{Lu}\d]/u.test(text) || leadingNumber.test(text);
}

/** Whether a message begins as one that takes something back. */
export function takesBack(message: string): boolean {
  return marker.test(withPlainApostrophes(message).trim());
}

const itHasMoved =
  /^(?:it|that)(?:['’]s| is| was| has| has been| got) (?:just |now |been )*(?:moved|postponed|rescheduled|pushed back|put back|brought forward|delayed|changed|shifted) (?:to|until|till)\b/i;

/** Whether a message says of what was said last, without naming it, that it is at another time: "It was moved to 5 May". */
export function speaksOfLast(message: string): boolean {
  return itHasMoved.test(message.trim());
}

/** Whether a statement says another value of what a fact says one of. */
export function replaces(statement: string, content: string): boolean {
  const [said, before] = [value.exec(statement)?.[1], value.exec(content)?.[1]];
  return said !== undefined && said.toLowerCase() === before?.toLowerCase() && statement !== content;
}

function bare(text: string): string {
  return text.replace(/^["'“]|["'”]$/g, '').trim();
}

const digits = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').flatMap((word, index) => [
    [word, String(index + 1)],
    [String(index + 1), word],
  ]),
);

const numberWords = [...digits.keys()].filter((word) => /\D/.test(word)).join('|');
const leadingNumber = new RegExp(`^(\\d\\S*|${numberWords})(?= |$)(.*)$`, 'i');

/** A fact with the right words where the wrong ones stood; `null`: they do not stand in it. A number may stand in figures or in letters. */
export function corrected(content: string, { wrong, right, isNaming }: Omit<Correction, 'about'>): string | null {
  if (wrong === null) return isNaming ? withName(content, right) : withValue(content, right);
  const without = wrong.replace(/^(?:an?|the|in|at|for|as|on|to|is|named|called) /i, '');
  const forms = [wrong, without, digits.get(without.toLowerCase())].filter((form) => form !== undefined);
  for (const form of forms) {
    const found = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(form)}(?![\\p{L}\\p{N}])`, 'iu').exec(content);
    if (!found) continue;
    const instead = form === wrong ? right : right.replace(/^(?:an?|the|in|at|for|as|on|to|is|named|called) /i, '');
    return `${content.slice(0, found.index)}${instead}${content.slice(found.index + found[0].length)}`;
  }
  return null;
}

const value =
  /^(.+? (?:(?:is|are|was|were) (?:named|called|in|at|on|an?|the)|is|are|was|lives? in|moved to|works? (?:for|at|as|in)|starts? (?:at|on)|ends? (?:at|on)|costs?|has|likes|loves|prefers|turned)) (.+)$/i;

const name = String.raw`\p{Lu}[\p{L}\p{N}'’.-]*(?: \p{Lu}[\p{L}\p{N}'’.-]*)*`;
const givenName = new RegExp(String.raw`^(.*?(?:\b(?:named|called)|['’]s name is) )${name}(?!.*\b(?:named|called) )(.*)$`, 'u');

/** "She's called Mia": the name that the fact gives. */
function withName(content: string, right: string): string | null {
  const foreign = foreignStatement(content);
  if (foreign !== null) return foreign.isNaming ? withForeignValue(content, foreign.rest, right) : null;
  const [, before, after] = givenName.exec(content) ?? [];
  return before === undefined || after === undefined ? null : `${before}${right}${after}`;
}

/** A name in place of a name, behind the same preposition: "in Bonn" of "Der Nutzer wohnt in Köln". */
function withForeignValue(content: string, rest: string, right: string): string | null {
  const [, said = '', given = ''] = new RegExp(`^((?:\\p{Ll}+ )?)(${name})$`, 'u').exec(right) ?? [];
  const [, preposition = '', before = ''] = new RegExp(`^((?:\\p{Ll}+ )?)(${name})$`, 'u').exec(rest) ?? [];
  if (given === '' || before === '' || (said !== '' && said !== preposition)) return null;
  const at = content.lastIndexOf(rest);
  return `${content.slice(0, at)}${preposition}${given}${content.slice(at + rest.length)}`;
}

/** "It is Milan": the last thing said is taken back, its subject stays. A figure takes the place of a figure, a name that of a name. */
function withValue(content: string, corrected: string): string | null {
  const right = corrected.replace(place, '');
  const [given] = valuesIn(right);
  if (given?.text === right) return withValueOfKind(content, given);
  const onDay = withForeignDate(content, corrected);
  if (onDay !== null) return onDay;
  if (leadingNumber.test(right)) return withFigure(content, right);
  const foreign = foreignStatement(content);
  if (foreign !== null) return withForeignValue(content, foreign.rest, corrected);
  const [, said, before] = value.exec(content) ?? [];
  const preposition = place.exec(corrected)?.[0].trimEnd() ?? '';
  if (said === undefined || before === undefined || !said.endsWith(preposition)) return null;
  const own = new RegExp(`^${name}`, 'u').exec(before)?.[0];
  const isWord = !before.includes(' ');
  // A day makes no room for a place.
  if ((own === undefined && !isWord) || valuesIn(own ?? before).length > 0) return null;
  return `${said} ${right}${own === undefined ? '' : before.slice(own.length)}`;
}

/** With a date, a time or an amount in place of the one of its kind. */
function withValueOfKind(content: string, { kind, text }: Value): string | null {
  const [own, ...others] = valuesIn(content).filter((value) => value.kind === kind);
  if (own === undefined || others.length > 0) return /^\d+$/.test(text) ? withFigure(content, text) : null;
  return `${content.slice(0, own.index)}${text}${content.slice(own.index + own.text.length)}`;
}

/** The one figure of a fact, in digits or letters, with what it counts. */
function withFigure(content: string, right: string): string | null {
  const [, number = '', unit = ''] = leadingNumber.exec(right) ?? [];
  const figures = [...content.matchAll(figure)].filter(([whole]) => unit === '' || content.includes(`${whole}${unit}`));
  const [found, ...others] = figures;
  if (found === undefined || others.length > 0) return null;
  return `${content.slice(0, found.index)}${number}${content.slice(found.index + found[0].length)}`;
}

const figure = new RegExp(`(?<![\\p{L}\\p{N}])(?:\\d[\\d.,:]*\\d|\\d|${numberWords})(?![\\p{L}\\p{N}])`, 'giu');
