import { conceptsOf } from './concepts.ts';
import { holds } from './fact-reading.ts';
import { ownThing } from './had-and-been.ts';
import { isProgramKind } from './kinds.ts';
import type { KnownFact } from './known-fact.ts';
import type { Question } from './question.ts';

/** Facts of one answer. */
const most = 3;
const mostLikings = 6;
/** What somebody may have many of. */
const ofMany = new Set(conceptsOf('like hobby sport'));
const mostCounted = 8;
/** A fact that speaks of so much of the question, and of two things at least, answers it where none speaks of all. */
const enough = 2 / 3;

/** The facts that answer an open question, best first; none if nothing known does. */
export function answersTo(question: Question, facts: readonly KnownFact[]): readonly KnownFact[] {
  const among = question.isCount ? counted(question, facts) : [];
  return among.length > 0 ? among : bestOf(question, facts);
}

function bestOf(question: Question, facts: readonly KnownFact[]): readonly KnownFact[] {
  const about = facts.filter(
    (fact) => isAbout(question, fact) && isOfThing(question, fact) && hasNeed(question, fact) && isAmong(question, fact),
  );
  const full = about.filter(
    ({ concepts }) => question.concepts.length > 0 && question.concepts.every((each) => concepts.has(each)),
  );
  const named = full.filter(({ concepts }) => question.wanted.every((each) => concepts.has(each)));
  const all =
    named.length > 0
      ? named
      : (ownKind(question, facts) ?? ofNoOtherKind(question, full.length > 0 ? full : nearest(question, about)));
  const found = question.isPast ? all : all.filter((fact) => !all.some((other) => deniesLater(other, fact)));
  const past = question.isPast ? found.filter(({ isPast }) => isPast) : [];
  // "What does Tom not eat?" is answered by nothing that he eats.
  if (question.isDislike && !question.concepts.includes('like') && !question.isPast)
    return found.filter(({ isDenied }) => isDenied).slice(0, mostLikings);
  const real = found.filter(({ isDenied, isWish }) => (!isDenied || question.isDislike) && isWish === question.isWish);
  const holding = past.length > 0 ? past : real;
  const ordered = (holding.length > 0 ? holding : found).toSorted(
    (a, b) => worth(question, b) - worth(question, a) || byTime(b, a),
  );
  if (question.need !== null || question.concepts.includes('name') || question.concepts.includes('live'))
    return ordered.slice(0, Math.min(ordered.findIndex(({ english }) => !another.test(english)) + 1 || most, most));
  return ordered.slice(0, [...question.concepts, ...question.wanted].some((each) => ofMany.has(each)) ? mostLikings : most);
}

/** "Also works at Lidl": what is said beside it answers too. */
const another = / also /;

/** "The user's editor is Zed" of "which editor do I use?"; `null`: nothing is said of such a thing of theirs. */
function ownKind({ isOfUser, wanted }: Question, facts: readonly KnownFact[]): readonly KnownFact[] | null {
  if (!isOfUser || wanted.length === 0) return null;
  const own = facts.filter(
    ({ english, isOfUser, owner, subject }) =>
      !isOfUser &&
      owner.size === 0 &&
      /^the user['’]s .+? (?:is|are|runs|was) /i.test(english) &&
      wanted.every((each) => subject.has(each)),
  );
  return own.length > 0 ? own : null;
}

/** Who asks which editor they use is answered by no database. */
function ofNoOtherKind({ wanted }: Question, facts: readonly KnownFact[]): readonly KnownFact[] {
  return wanted.length === 0 ? facts : facts.filter(({ kinds }) => ![...kinds].some(isProgramKind));
}

/** Whether one says that the other is so no more, in whatever names: "the user's wife no longer works in Mainz" of "Nina works in Mainz". */
function deniesLater(one: KnownFact, other: KnownFact): boolean {
  if (!one.isDenied || other.isDenied || byTime(other, one) >= 0) return false;
  // Who denies more does not deny all of it.
  const more = [...one.concepts].filter((each) => !other.concepts.has(each) && !one.kinds.has(each) && !ending.has(each));
  return more.length === 0 && [...other.concepts].every((each) => one.concepts.has(each));
}

/** By these a fact says that something has ended. */
const ending = new Set(conceptsOf('longer anymore more'));

/** "My sister's son" is no son of the user. */
const ofAnother = /^the user['’]s .*?['’]s /is;

/** What says how many there are, or, where nothing says that of all, each that is known, the oldest first: of children it may be said one by one. */
function counted({ concepts }: Question, facts: readonly KnownFact[]): readonly KnownFact[] {
  if (concepts.length === 0) return [];
  const of = (words: ReadonlySet<string>) => concepts.every((each) => words.has(each));
  const real = facts.filter(({ english, isDenied, isWish }) => !isDenied && !isWish && !ofAnother.test(english));
  const having = real.filter(({ isOfUser, had }) => isOfUser && of(had));
  const all = having.filter(({ kinds, english }) => !of(kinds) && holds(english, 'number')).toSorted((a, b) => byTime(b, a));
  if (all.length > 0) return all.slice(0, 1);
  const own = real.filter(({ english, isOfUser, subject }) => !isOfUser && /^the user['’]s\b/i.test(english) && of(subject));
  const named = own.filter(({ english, partedBy }) => holds(english, 'name') || partedBy.length > 0);
  return [...having.filter(({ kinds }) => of(kinds)), ...(named.length > 0 ? named : own)].toSorted(byTime).slice(0, mostCounted);
}

/** What many facts speak of: alone it makes none of them near to a question. */
const common = new Set(
  conceptsOf(
    'name live work occupation age old like get go put have use keep take make start see know day time year way come call favourite teach',
  ),
);

/** Whether many facts speak of it. */
export function isCommon(concept: string): boolean {
  return common.has(concept);
}

/** What a fact counts that is about somebody else, or lacks the place or the time that is asked for: it may still say something near. */
const aside = 0.5;

/**
 * The fact that is nearest to a question that none answers: it shares the most of what is asked, what few facts speak of counting more
 * (inverse document frequency, Spärck Jones 1972). Who alone is asked of by name is spoken of in it. `null`: none shares anything.
 */
export function nearestTo(question: Question, facts: readonly KnownFact[]): KnownFact | null {
  const asked = [...new Set([...question.concepts, ...question.wanted])].filter((each) => !isCommon(each));
  const { names } = question;
  const real = facts.filter(
    (fact) =>
      !fact.isDenied &&
      (question.isOfUser ? isNearUser(question, fact) : names.length === 0 || names.some((each) => fact.concepts.has(each))),
  );
  const rarity = new Map(
    asked.map((each) => [each, Math.log(1 + facts.length / (1 + facts.filter(({ concepts }) => concepts.has(each)).length))]),
  );
  const near = real
    .map((fact) => {
      const shared = asked.reduce((sum, each) => sum + (fact.concepts.has(each) ? (rarity.get(each) ?? 0) : 0), 0);
      return { fact, worth: isAbout(question, fact) && hasNeed(question, fact) ? shared : shared * aside };
    })
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth || byTime(b.fact, a.fact));
  return near[0]?.fact ?? null;
}

/** What somebody else has says nothing of what the user has, unless it is of them that is asked too. */
function isNearUser(question: Question, fact: KnownFact): boolean {
  const spokenOf = fact.owner.size > 0 ? fact.owner : fact.subject;
  return !question.isHaving || isAbout(question, fact) || question.concepts.some((each) => spokenOf.has(each));
}

/** Whether a fact may be about the one that a question asks about. */
export function isAbout({ isOfUser, isHaving, concepts, isDislike }: Question, fact: KnownFact): boolean {
  if (concepts.includes('like') && fact.concepts.has('like') && fact.isDislike !== isDislike) return false;
  const isMine = concepts.length > 0 && concepts.every((each) => own.has(each));
  if (isMine && concepts.includes('name')) return ownName.test(fact.english);
  const isOwn = /^the user['’]s\b/i.test(fact.english);
  if (isOfUser)
    return (
      fact.isOfUser ||
      (fact.partedBy.length > 0 && concepts.some((each) => fact.subject.has(each))) ||
      (isOwn && isHaving && ownThing.test(fact.english)) ||
      (fact.isDriven && concepts.includes('drive')) ||
      ((isOwn || (fact.isPlaced && concepts.includes('put'))) &&
        concepts.some((each) => fact.subject.has(each)) &&
        (fact.owner.size === 0 || concepts.some((each) => fact.owner.has(each))))
    );
  // "What is my name?", "What is my job?": what is mine alone is said of me.
  return !isMine || fact.isOfUser || (isOwn && [...fact.subject].every((each) => own.has(each)));
}

const ownName =
  /^the user(?:['’]s (?:full |first |last )?name\b| is (?:named|called)\b| (?:wants|prefers) to be called\b| goes by\b)/i;
const own = new Set(['name', 'occupation', 'age', 'born', 'live', 'work'].flatMap((word) => conceptsOf(word)));

const partners = conceptsOf('partner wife husband');

const isOfUsers = /^the user['’]s (?:[\p{Ll}-]+ )+is named /iu;

function named(english: string): readonly string[] {
  return conceptsOf(english.replace(isOfUsers, ''));
}

/** "Zoe's teacher is called …" says nothing of Zoe, and answers who asks of her teacher; her name and her age say something of her. */
function isOfThing(
  { concepts, wanted, mine, owned }: Question,
  { thing, owner, isOfUser, had, subject, english }: KnownFact,
): boolean {
  // Who is named Anna is not what "Anna's daughter" is called.
  if (owned.length > 0 && owner.size === 0 && isOfUsers.test(english) && named(english).some((each) => owned.includes(each)))
    return false;
  // "What is my dog called?" asks nothing of a neighbour's dog.
  if (thing.some((each) => mine.includes(each)) && ![...concepts, ...wanted].some((each) => owner.has(each))) return false;
  // Nor of the dog that a neighbour has; what a husband has is shared.
  const isOthers = !isOfUser && !partners.some((each) => subject.has(each));
  if (isOthers && mine.some((each) => had.has(each) && !subject.has(each) && !own.has(each))) return false;
  return thing.length === 0 || thing.some((each) => own.has(each) || concepts.includes(each) || wanted.includes(each));
}

function isAmong({ among }: Question, { concepts }: KnownFact): boolean {
  return among.length === 0 || among.some((each) => concepts.has(each));
}

function hasNeed({ need, concepts }: Question, { english, isLeaving }: KnownFact): boolean {
  // Who has quit their job works nowhere, which answers where.
  if (need === 'place' && isLeaving && concepts.includes('work')) return true;
  return need === null || need === 'name' || holds(english, need);
}

function nearest({ concepts, owned }: Question, facts: readonly KnownFact[]): readonly KnownFact[] {
  const theirs = facts.filter((fact) => owned.every((each) => fact.concepts.has(each)));
  const shared = (fact: KnownFact) => concepts.filter((each) => fact.concepts.has(each)).length;
  const best = Math.max(0, ...theirs.map(shared));
  return best >= 2 && best / concepts.length >= enough ? theirs.filter((fact) => shared(fact) === best) : [];
}

/** Who asks for a name wants the fact that names; who asks of somebody, what is said of them. */
function worth({ need, concepts }: Question, { english, subject, isOfUser }: KnownFact): number {
  const names = (need === 'name' || concepts.includes('name')) && holds(english, 'name') ? 2 : 0;
  return names + (isOfUser || concepts.some((each) => subject.has(each)) ? 1 : 0);
}

/** The oldest first. */
export function byTime(one: KnownFact, other: KnownFact): number {
  return Date.parse(one.timestamp) - Date.parse(other.timestamp) || (one.id < other.id ? -1 : 1);
}
