import type { ComparedFact } from '../fact/compared-fact.ts';
import { inEnglish } from '../languages/in-english.ts';
import { conceptsOf } from '../question/concepts.ts';
import { kindsAmong } from '../question/kinds.ts';
import { beingWords } from '../statements/beings.ts';
import { topicsOf } from '../statements/topic-of.ts';
import { reconcileByRules } from './reconcile-by-rules.ts';

/** What a fact is about: the user, a person or an animal of theirs, a thing of theirs, or something else. */
interface Subject {
  readonly of: 'user' | 'being' | 'thing' | 'other';
  /** Of a being: what it is to the user, with its name where the fact says it. */
  readonly called: string;
}

const owner = `(?:(?:[Tt]he )?[Uu]ser['’]s|[Mm]y|[Oo]ur|[Hh]er|[Hh]is|[Tt]heir)`;
const being = new RegExp(
  `^${owner} (?:[\\p{Ll}-]+ ){0,2}?(${beingWords})(?![\\p{L}-])(?:(?:,| is)?(?: named| called)? (\\p{Lu}[\\p{L}-]*))?`,
  'u',
);
/** Says who somebody is to the user, which is said of the user too: who has a new manager reports to somebody else. */
const saysWho = new RegExp(`^${owner} (?:[\\p{Ll}-]+ ){0,2}?(?:${beingWords}) is (?:now )?(?:named |called )?\\p{Lu}`, 'u');
const thing = new RegExp(`^${owner} (?:[\\p{L}-]+ ){1,3}?(?:is|are|was|were|has|have|had) `, 'u');
const user = /^(?:(?:the )?user|I|we|she|he|they|my|our|her|his|their)\b/i;

/** Speaks of whom the user is with, or was. */
const couple = /\b(?:wife|husband|girlfriend|boyfriend|fiancée?|married|marriage|engaged|single|divorced|widowed|separated)\b/i;
/** Says that something is not as it was. */
const change =
  /\b(?:now|new|nowadays|no longer|any ?more|instead|switched|changed|moved|replaced|upgraded|swapped|bought|got|became|started|stopped|quit|gave up)\b/i;
/** Words that English alone has. Facts in two languages share few words. */
const english = /\b(?:the|user|his|their|and|with|has|have|are|from|by)\b/i;

/**
 * Whether two facts may be about one subject, so that one can replace the other. Two facts of the user may, and one that says that something of
 * the user has changed; others may if they share a word of content or its kind. A fact about a being, and one about the user or another being, may if
 * one speaks of the other's being, or says who is something to the user now. What no rule reads may.
 */
export function mayBeOfOneSubject(one: ComparedFact, other: ComparedFact): boolean {
  const [text, othersText] = [inEnglish(one.content), inEnglish(other.content)];
  if (!english.test(text) || !english.test(othersText) || haveOneTopic(one, other)) return true;
  const [subject, othersSubject] = [subjectOf(one, text), subjectOf(other, othersText)];
  const beings = [
    ...(subject.of === 'being' ? [{ being: subject, said: text, others: othersSubject, othersText }] : []),
    ...(othersSubject.of === 'being' ? [{ being: othersSubject, said: othersText, others: subject, othersText: text }] : []),
  ];
  const hasChanged = change.test(text) || change.test(othersText);
  if (beings.some(({ being, othersText }) => speaksOf(othersText, being))) return true;
  if (beings.some(({ others }) => others.of !== 'other'))
    return hasChanged && beings.every(({ said, others }) => others.of === 'user' && saysWho.test(said));
  const about = [subject.of, othersSubject.of].toSorted().join(' ');
  if (about === 'user user' || (about === 'thing user' && hasChanged)) return true;
  return isAnyOf(withKinds(text), withKinds(othersText));
}

/** By their subjects and predicates, or by rules that read both. */
function haveOneTopic(one: ComparedFact, other: ComparedFact): boolean {
  const keys = new Set(topicsOf(one).map(({ key }) => key));
  return topicsOf(other).some(({ key }) => keys.has(key)) || reconcileByRules([one], [other]).some(({ by }) => by !== null);
}

function subjectOf({ subject }: ComparedFact, text: string): Subject {
  const [, role, name = ''] = being.exec(text) ?? [];
  if (role !== undefined) return { of: 'being', called: `${role} ${name}` };
  if (thing.test(text)) return { of: 'thing', called: '' };
  return { of: user.test(text) || /^(?:the )?user$/i.test(subject ?? '') ? 'user' : 'other', called: '' };
}

/**
 * By name or role, or by a word for its kind: who has no pets says something of a dog, and who is divorced of a wife. A dog and a cat are
 * two, although both are pets.
 */
function speaksOf(text: string, { called }: Subject): boolean {
  const [spoken, own] = [conceptsOf(couple.test(text) ? `${text} partner` : text), conceptsOf(called)];
  return isAnyOf([...own, ...kindsAmong(own)], spoken) || isAnyOf(own, kindsAmong(spoken));
}

function withKinds(text: string): readonly string[] {
  const concepts = conceptsOf(text);
  return [...concepts, ...kindsAmong(concepts)];
}

function isAnyOf(concepts: readonly string[], others: readonly string[]): boolean {
  return concepts.some((each) => others.includes(each));
}
