import { rememberLately } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { isCommon } from '../../question/answers.ts';
import { conceptsOf } from '../../question/concepts.ts';
import type { KnownFact } from '../../question/known-fact.ts';
import { beingWords, kindOfBeing } from '../../statements/beings.ts';
import { lately } from '../../statements/statement-reading.ts';
import { corrected, speaksOfLast, takesBack } from '../correction.ts';
import { isNotMeant } from '../sentences/not-meant.ts';
import { anotherName } from './another-name.ts';
import { cancelled } from './cancelled.ts';
import { contrastIn } from './contrast.ts';
import { elsewhere } from './elsewhere.ts';
import { saysGone, withoutGone } from './gone.ts';
import { movedOn } from './moved-on.ts';
import { isOfAnother } from './of-another.ts';
import { oneMore, saysOneMore } from './one-more.ts';
import { renamed } from './renamed.ts';
import { isSameValue, type Value, valuesIn } from './values.ts';

/** A fact that a message says otherwise, and what it says now. */
export interface UpdatedFact {
  readonly fact: KnownFact;
  readonly content: string;
}

/** In characters. What is longer is pasted, not said. */
const longest = 1_000;

/** Says that something is otherwise than it was, or than it was said to be. */
const change =
  /\b(?:mov(?:e|ed|es|ing)|relocat(?:ed|es|ing)|push(?:ed|es|ing)|shift(?:ed|s)?|bump(?:ed|s)?|chang(?:ed|es|ing)|(?:went|gone|going|goes) (?:up|down)|rose|risen|fell|fallen|rais(?:ed|es|ing)|increas(?:ed|es|ing)|upped|is (?:up|down) (?:to|at)|lower(?:ed|s)|reduc(?:ed|es)|dropped|reschedul(?:e|ed|es)|postpon(?:ed|es)|brought forward|put (?:back|off|(?:\S+ ){0,3}(?:up|down) to)|slips?|slipped|delayed|swapped|switched|now|instead|no longer|from now on|these days|nowadays|as of|starting|meant|mean|wrong|mistyped|misread|mistake|correction|should be)\b/i;
/** Beside these, of where something is and what it is called. */
const restating = /\b(?:will be|sorry|oops|actually|cancell?ed|called off)\b/i;
/** What is so for once, or is not so yet, changes nothing, nor does what comes on top. */
const passing =
  /\b(?:also|too|as well|another|second|additional(?:ly)?|today|tonight|this (?:morning|afternoon|evening)|just (?:for|this)|for once|this once|one-off|might|maybe|perhaps|could|would|should (?:we|i|they)|if|wish|hope|wants? to|keep thinking|thinking (?:of|about)|says? ["“]|["“])\b/i;
const being = new RegExp(
  `\\b(?:my|our|his|her|their|the) (?:[\\p{Ll}-]+ ){0,2}?(${beingWords})\\b|\\b(${beingWords})['’]s\\b`,
  'giu',
);
/** "Nora's wedding", and not "Nora's in Cork". */
const owner =
  /(\p{Lu}[\p{L}-]+)['’]s (?!(?:in|at|on|with|off|now|not|no|called|named|been|moved|gone|going|the|an?|my|our)\b)\p{Ll}/gu;

/** "Flight" of "The user's flight to Porto leaves", "stand-up" of "The team's stand-up takes place". */
const thingOf =
  /^(?:the user['’]s|the(?! user\b)|[\p{Ll} ]+['’]s) ([\p{L}\d -]{2,40}?)(?= (?:to|of|for|with|at|in|on|from|is|are|was|were|has|takes?|starts?|ends?|leaves?|meets?|begins?|runs?|costs?|gets?|happens?|lives?)\b|['’]s name\b)/iu;
const name = /(?<=\s)\p{Lu}[\p{L}-]+/gu;

/** Why it is so, or what comes of it, speaks of others. */
const reason = /,? (?:because|since (?=\p{L}+ (?!of\b))|as (?:the|my|our|he|she|they|it)\b|so that) .*$/iu;

/** Beside one who is dead already, another: nothing comes on top. */
const diedToo = /(?<=\b(?:died|passed away)) (?:too|as well)(?=[.!]*$)/i;

/** What stands before what is so now: "The rewrite landed, so …". */
const firstClause = /^(?:.*?(?:[,;:]|(?= (?:so|and|but) ))\s+)?(?:(?:so|and|but) )?(?:(?:from|as of) [\p{L}\d]+(?: on)?,? )?/iu;

/**
 * The fact of which a message says something else. The message says that something has changed, speaks of what the fact speaks of, and has one date, time or
 * number where the fact has one of the same kind; or it sets what is right against words of the fact. `null`: it says so of none, or of several alike.
 * `facts`: the newest first; `last`: those of the user's last message, of which a message that takes something back says no subject.
 */
export function updatedFact(message: string, facts: readonly KnownFact[], last: readonly KnownFact[]): UpdatedFact | null {
  for (const said of saidIn(message)) {
    const updated = updatedBy(said, facts, takesBack(message) || speaksOfLast(message) ? last : []);
    if (updated) return updated;
  }
  return null;
}

/** Whether `updatedFact` may find something without a last message, whatever is believed. */
export function mayUpdate(message: string): boolean {
  return saidIn(message).some(
    ({ text, sentence }) =>
      change.test(text) || restating.test(text) || saysGone(sentence) || saysOneMore(sentence) || contrastIn(sentence) !== null,
  );
}

/** What is said in one sentence, or in two. */
interface Said {
  readonly text: string;
  /** The last one. */
  readonly sentence: string;
}

/** What a message says and means: each sentence, and each with the one before it. */
function saidIn(message: string): readonly Said[] {
  if (message.length > longest) return [];
  const sentences = sentencesOf(message.replace(/\s+/g, ' ').trim()).map((sentence) =>
    sentence.replace(reason, '').replace(diedToo, ''),
  );
  const isMeant = (sentence: string) => !sentence.includes('?') && !isNotMeant(sentence);
  const alone = sentences.map((sentence) => [sentence]);
  const pairs = sentences.slice(1).map((sentence, index) => [sentences[index] ?? '', sentence]);
  return [...alone, ...pairs]
    .filter((said) => said.every(isMeant))
    .map((said) => ({ text: said.join(' '), sentence: said.at(-1) ?? '' }));
}

function updatedBy({ text, sentence }: Said, facts: readonly KnownFact[], last: readonly KnownFact[]): UpdatedFact | null {
  const hasChanged = change.test(text);
  const said = passing.test(text) ? null : (contrasted(sentence, facts) ?? (hasChanged ? revalued(text, facts) : null));
  if (said) return said;
  const more = saysOneMore(sentence)
    ? nearest(facts, sentence, ({ content }) => ({ content: oneMore(content, sentence), shared: 1 }))
    : null;
  if (more) return more;
  const other = passing.test(text) ? null : (leftOf(sentence, facts) ?? onWith(sentence, facts));
  if (other) return other;
  const again = last.length > 0 ? revalued(text, last, 0) : null;
  if (again) return again;
  return hasChanged || restating.test(text) || saysGone(sentence)
    ? restated(sentence.slice(firstClause.exec(sentence)?.[0].length), facts)
    : null;
}

/** A fact with what is right in place of what is wrong. */
function contrasted(sentence: string, facts: readonly KnownFact[]): UpdatedFact | null {
  const contrast = contrastIn(sentence);
  if (!contrast) return null;
  const about = conceptsOf(contrast.about);
  return nearest(facts, sentence, (fact) => ({
    content: corrected(fact.content, {
      ...contrast,
      right: withoutRepeat(contrast.right, contrast.wrong, fact.content),
      isNaming: false,
    }),
    shared: sharedBy(fact, about),
  }));
}

/** "Salmon kibble rather than chicken", of a fact about chicken kibble: the kibble stays. */
function withoutRepeat(right: string, wrong: string, content: string): string {
  const next = new RegExp(`\\b${RegExp.escape(wrong)} (\\S+)`, 'i').exec(content)?.[1];
  return next !== undefined && right.toLowerCase().endsWith(` ${next.toLowerCase()}`) ? right.slice(0, -next.length - 1) : right;
}

/** A fact with another date, time or number. `least`: how much of the fact the text has to speak of. */
function revalued(text: string, facts: readonly KnownFact[], least = 1): UpdatedFact | null {
  const values = valuesIn(text).filter((value) => !isDifference(text, value));
  if (values.length === 0) return null;
  const spoken = spokenOf(text, values);
  return nearest(
    facts.filter((fact) => !isOfAnother(text, fact)),
    text,
    (fact) => ({ content: withValues(fact.content, values), shared: sharedBy(fact, spoken) }),
    least,
  );
}

/** "Went up by £50", "20 euros more": by how much, and not to what. */
function isDifference(text: string, { kind, text: value, index }: Value): boolean {
  if (kind !== 'amount') return false;
  return (
    /\b(?:by|up|down|rose|fell|dropped|raised|increased|reduced|lowered|another|extra)(?: (?:about|around|another))? $/i.test(
      text.slice(0, index),
    ) || /^ ?\p{L}* ?(?:more|less|higher|lower|cheaper|extra|on top|off)\b/iu.test(text.slice(index + value.length))
  );
}

/** A fact of several animals or people, one of whom is gone. */
function leftOf(sentence: string, facts: readonly KnownFact[]): UpdatedFact | null {
  if (!saysGone(sentence)) return null;
  // Whom somebody goes back to is of nobody's facts.
  const who = sentence.replace(/ to (?:live with )?(?:his|her|their) .*$/u, '');
  return nearest(facts, who, ({ content }) => ({ content: withoutGone(content, sentence), shared: 1 }));
}

/** A fact of whom the user is with, when they have moved on to another. */
function onWith(sentence: string, facts: readonly KnownFact[]): UpdatedFact | null {
  return nearest(facts, sentence, ({ content }) => ({ content: movedOn(content, sentence), shared: 1 }));
}

/** A fact whose subject is elsewhere now, or is called otherwise. */
function restated(clause: string, facts: readonly KnownFact[]): UpdatedFact | null {
  if (passing.test(clause)) return null;
  const spoken = conceptsOf(clause);
  return nearest(facts, clause, (fact) => ({
    content:
      elsewhere(fact.content, clause) ??
      renamed(fact.content, clause) ??
      anotherName(fact.content, clause) ??
      cancelled(fact.content, clause),
    shared: sharedBy(fact, spoken),
  }));
}

/** The fact that shares most with what is said, and has something of it said otherwise; `null`: there is none, or two share as much. */
function nearest(
  facts: readonly KnownFact[],
  text: string,
  read: (fact: KnownFact) => { readonly content: string | null; readonly shared: number },
  least = 1,
): UpdatedFact | null {
  const beings = beingsIn(text);
  // A text that speaks of somebody whom the fact does not know says nothing of it: a friend's class is another. A daughter is one of the children.
  const isOfSame = ({ concepts }: KnownFact) => beings.every((each) => concepts.has(each) || concepts.has(kindOfBeing(each)));
  const [best, second] = facts
    .filter((fact) => !fact.isPast && !fact.isDenied && isOfSame(fact))
    .map((fact) => ({ fact, ...read(fact) }))
    .filter(({ fact, content, shared }) => content !== null && content !== fact.content && shared >= least)
    .toSorted((a, b) => b.shared - a.shared);
  return best?.content && best.shared !== second?.shared ? { fact: best.fact, content: best.content } : null;
}

/** What a text speaks of beside its values. */
function spokenOf(text: string, values: readonly Value[]): readonly string[] {
  const valued = new Set(values.flatMap(({ text }) => conceptsOf(text)));
  return conceptsOf(text).filter((each) => !valued.has(each) && !/^\d/.test(each));
}

/**
 * How much of what the fact is about the text speaks of. 0: nothing of the thing that the fact is about, as the flight of "the user's flight to Porto"; of a fact
 * of the user, nothing but names and what many facts speak of.
 */
function sharedBy(fact: KnownFact, spoken: readonly string[]): number {
  const { values, thing, names } = partsOf(fact.content);
  const own = spoken.filter((each) => fact.concepts.has(each) && !values.includes(each));
  const isOfThing =
    thing.length > 0
      ? own.some((each) => thing.includes(each))
      : own.some((each) => !isCommon(each) && (fact.subject.has(each) || !names.includes(each)));
  return isOfThing ? own.length : 0;
}

/** What the values of a fact speak of, the thing that it is about, and its names. */
const partsOf = rememberLately(
  (content: string) => ({
    values: valuesIn(content).flatMap(({ text }) => conceptsOf(text)),
    thing: conceptsOf(thingOf.exec(content)?.[1] ?? ''),
    names: conceptsOf([...content.matchAll(name)].join(' ')),
  }),
  lately,
);

/** "The landlord put the rent up": who changes something is not what it is about. */
const changing =
  /^(?:(?:my|our|the) )?(?:landlord|landlady|boss|manager|doctor|gp|dentist|vet|supplier|employer|school|club) (?:has |have )?(?:just |now )?(?=(?:put|raised|increased|lowered|reduced|cut|upped|changed|moved|switched)\b)/i;

/** Of whom a text speaks, as what they are or by their names. */
function beingsIn(text: string): readonly string[] {
  const said = text.replace(changing, '');
  return [...said.matchAll(being), ...said.matchAll(owner)].flatMap(([, one, other]) => conceptsOf(one ?? other ?? ''));
}

/** A fact with these values in place of its own, each kind of which it has once; `null`: none is another. */
function withValues(content: string, values: readonly Value[]): string | null {
  const own = valuesIn(content);
  let updated = content;
  let changed = 0;
  for (const before of own.toReversed()) {
    const ofKind = own.filter(({ kind }) => kind === before.kind);
    const others = values.filter(({ kind, text }) => kind === before.kind && !isSameValue(text, before.text));
    const [instead] = others;
    if (ofKind.length !== 1 || instead === undefined || others.some(({ text }) => !isSameValue(text, instead.text))) continue;
    updated = `${updated.slice(0, before.index)}${inForm(instead.text, before.text)}${updated.slice(before.index + before.text.length)}`;
    changed += 1;
  }
  return changed === 0 ? null : updated;
}

/** In the number of the value before: "on Tuesdays" of what was "every Monday" is "every Tuesday". */
function inForm(text: string, before: string): string {
  const currency = /^[€$£] ?/.exec(before)?.[0] ?? '';
  if (currency !== '' && /^\d[\d.,]*$/.test(text)) return `${currency}${text}`;
  if (!/days?$/i.test(before) || !/days?$/i.test(text)) return text;
  const singular = text.replace(/s$/i, '');
  const day = /^\p{Lu}/u.test(before) ? `${singular[0]?.toUpperCase()}${singular.slice(1)}` : singular;
  return /s$/i.test(before) ? `${day}s` : day;
}
