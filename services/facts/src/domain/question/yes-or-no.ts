import { byTime, isAbout } from './answers.ts';
import { conceptsOf } from './concepts.ts';
import type { KnownFact } from './known-fact.ts';
import type { Question } from './question.ts';

/** What is known of a question that is answered by yes or no. */
export interface YesOrNo {
  readonly isYes: boolean;
  /** The fact that says so. */
  readonly fact: KnownFact;
}

/** Of these one thing is true at a time, so that another one denies what is asked. */
const single = ['live', 'work', 'age', 'name', 'occupation', 'favourite', 'birthday', 'born'] as const;

/** What one does with something: who quit Japanese, or sold the bike, does none of this with it. */
const doing = new Set(
  conceptsOf('learn study practise practice play do go ride drive use have work take attend subscribe train'),
);

/** Whether it is so, as far as a fact says; `null`: none does. The newest fact counts. */
export function yesOrNo(question: Question, facts: readonly KnownFact[]): YesOrNo | null {
  const isLiking = question.concepts.includes('like');
  const asked = { ...question, isDislike: false };
  const said = facts.filter(({ isWish }) => !isWish || question.isWish);
  const byKindAlone = ({ kinds }: KnownFact) => (question.concepts.some((each) => kinds.has(each)) ? 1 : 0);
  // Who has parted from one may be with another.
  const newestFirst = said.toSorted(
    (a, b) => Number(a.isOfCouple) - Number(b.isOfCouple) || byKindAlone(a) - byKindAlone(b) || byTime(b, a),
  );
  for (const fact of newestFirst) {
    if (!(isLiking ? isPerson(question, fact) : isAbout(asked, fact))) continue;
    if (!saysAll(question, fact) || !saysSo(question, fact) || isFormer(question, fact)) continue;
    const isDenied = isLiking ? fact.isDislike : fact.isDenied && !(question.isPast && fact.isPast);
    const isSo = isLeftBehind(question, fact) ? isDenied : !isGone(question, fact) && !isDenied;
    return { isYes: isSo !== isAskedNegatively(question), fact };
  }
  // What is so now says nothing of all that was.
  if (question.isOfLife) return null;
  for (const fact of newestFirst) {
    const slot = slotOf(question, fact);
    if (slot === null || fact.isDenied || !isPerson(question, fact)) continue;
    const values = question.concepts.filter((each) => each !== slot && !fact.subject.has(each));
    if (fact.isLeaving || values.some((each) => !fact.concepts.has(each))) return { isYes: false, fact };
  }
  return null;
}

/** Whether a fact speaks of all that is asked. What one did with something one has parted from is not asked of it. */
function saysAll({ concepts }: Question, fact: KnownFact): boolean {
  const asked = fact.partedBy.length > 0 ? concepts.filter((each) => !doing.has(each)) : concepts;
  return asked.length > 0 && asked.every((each) => fact.concepts.has(each));
}

/** Who had a baby has it. */
const hadOnce = /^the user had (?!(?:[\p{Ll}-]+ ){0,3}(?:baby|babies|sons?|daughters?|child|children|twins|boy|girl)\b)/iu;
const wasOnce = /^the user (?:was|were) an? /i;

/** "Had a dog as a kid", "was a teacher": it does not say that they have one, or are one, now. */
function isFormer({ isHaving, isBeing, isPast }: Question, { english }: KnownFact): boolean {
  return !isPast && ((isHaving && hadOnce.test(english)) || (isBeing && wasOnce.test(english)));
}

/** What may stand behind a thing that somebody has, or has not: no other thing that it is for or of. */
const behind =
  /^(?:\p{Lu}.*|any|at|in|on|of|for|to|with|without|from|by|as|since|until|and|or|nor|but|who|that|which|where|when|because|while|is|are|was|has|does|left|now|yet|again|already|too|either|instead|here|there|else|together|alone|still|no|not|\p{L}+(?:ed|ing|ly))$/u;

/** "Does not have a car seat" of a car: a word for a thing that stands before another one. */
function isOfAnother(concept: string, asked: readonly string[], english: string): boolean {
  const words = english.match(/[\p{L}\d'’-]+/gu) ?? [];
  const at = words.flatMap((word, index) => (conceptsOf(word.replace(/['’]s?$/, '')).includes(concept) ? [index] : []));
  return (
    at.length > 0 &&
    at.every((index) => {
      const [word = '', next] = words.slice(index, index + 2);
      return (
        next !== undefined &&
        (/['’]s?$/.test(word) || !behind.test(next)) &&
        !conceptsOf(next).some((each) => asked.includes(each))
      );
    })
  );
}

/** Who asks whether somebody has, or is, something is answered by a fact that says of having, or of being: "loves cats" says neither. */
function saysSo({ concepts, isHaving, isBeing }: Question, { subject, had, been, partedBy, english }: KnownFact): boolean {
  const asked = concepts.filter((each) => !subject.has(each));
  if (asked.length === 0 || (isHaving && partedBy.length > 0)) return true;
  if (isHaving) return asked.every((each) => had.has(each) && !isOfAnother(each, asked, english));
  return !isBeing || asked.some((each) => been.has(each));
}

/** "Don't I like tea?" expects a yes of the same sense as "Do I like tea?"; only hating asks for the opposite. */
function isAskedNegatively({ concepts, isDislike }: Question): boolean {
  return concepts.includes('like') && isDislike;
}

/** "Prefers tea to coffee", "moved from Oslo to Bergen", "likes no fish except tuna": what the fact says is not so of coffee, Oslo and tuna. */
function isLeftBehind({ concepts, isPast }: Question, { leftBehind }: KnownFact): boolean {
  if (isPast || !concepts.some((each) => leftBehind.includes(each))) return false;
  return concepts.every((each) => leftBehind.includes(each) || /^(?:prefer|live|use|like|work)/.test(each));
}

/** "Sold their car", "quit smoking": who asks for the car or for smoking, and not for the sale or the past, hears that it is so no more. */
function isGone({ concepts, isPast }: Question, { partedBy }: KnownFact): boolean {
  return !isPast && partedBy.length > 0 && !concepts.some((each) => partedBy.includes(each));
}

/** What both speak of, if one thing alone is true of it. */
function slotOf({ concepts, isBeing, isOfKind }: Question, fact: KnownFact): string | null {
  const named = single.find((each) => concepts.includes(each) && fact.concepts.has(each));
  if (named !== undefined) return named;
  if (!isBeing) return null;
  if (concepts.some((each) => /^\d{1,3}$/.test(each))) return fact.concepts.has('age') ? 'age' : null;
  return isOfKind && fact.concepts.has('occupation') && / (?:is|was) an? /.test(fact.english) ? 'occupation' : null;
}

function isPerson({ isOfUser, concepts }: Question, fact: KnownFact): boolean {
  return isOfUser ? fact.isOfUser : concepts.some((each) => fact.subject.has(each));
}
