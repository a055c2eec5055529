import type { ComparedFact } from '../fact/compared-fact.ts';
import { isOver } from '../statements/endings/endings.ts';
import { sometimes } from '../statements/single-valued.ts';
import type { Reading } from '../statements/statement-reading.ts';
import type { Topic } from '../statements/statement-topic.ts';
import { type Clause, clausesOfFact, type FactClauses } from './clauses-of-fact.ts';
import type { ReconcileDecision } from './reconcile-decision.ts';

/**
 * Decides on new facts by rules, without a model: on statements that say the same in almost the same words, that say and deny the same,
 * and that say two things of what only one can be true of (one subject and predicate). Everything else is left as it is.
 */
export function reconcileByRules(fresh: readonly ComparedFact[], known: readonly ComparedFact[]): readonly ReconcileDecision[] {
  const news = fresh.map(clausesOfFact);
  const olds = known.map(clausesOfFact);
  const repeats = new Map<string, string>();
  const events = new Map<string, Pick<ReconcileDecision, 'event' | 'by'>>();
  for (const fact of news) {
    for (const other of olds) {
      const verdict = verdictOn(fact, other);
      if (verdict === 'repeats') repeats.set(fact.fact.id, repeats.get(fact.fact.id) ?? other.fact.id);
      else if (verdict !== null) events.set(other.fact.id, { event: verdict, by: fact.fact.id });
    }
  }
  return [
    ...known.map(({ id }) => ({ id, ...(events.get(id) ?? { event: 'NONE' as const, by: null }), text: null })),
    ...fresh.map(({ id }) => {
      const by = repeats.get(id) ?? null;
      return { id, event: by === null ? ('ADD' as const) : ('NONE' as const), by, text: null };
    }),
  ];
}

type Verdict = 'repeats' | 'DELETE' | 'UPDATE' | null;

/** What a new fact does to a known one: says it again, denies it, replaces it, or nothing. */
function verdictOn(fact: FactClauses, other: FactClauses): Verdict {
  const whole = verdictOnClause(fact.whole, other.whole);
  if (whole !== null) return whole;
  if (other.whole.reading.polarity === 'holds' && fact.ended.some((state) => state.test(other.english))) return 'UPDATE';
  for (const clause of fact.clauses) {
    if (
      clause.endings.some(
        (ending) => other.whole.reading.polarity === 'holds' && isOver(ending, other.whole.reading.core, other.english),
      )
    )
      return 'UPDATE';
    for (const known of other.plain) {
      const verdict = verdictOnClause(clause, known);
      if (verdict !== null && verdict !== 'repeats') return verdict;
      // It says all that the other says, and more; what follows from both is not what they say.
      if (verdict !== null && known === other.whole && isWithin(known.reading.core, clause.reading.core)) return 'UPDATE';
    }
  }
  return null;
}

function verdictOnClause(fact: Clause, other: Clause): Verdict {
  const [polarity, othersPolarity] = [fact.reading.polarity, other.reading.polarity];
  if (isEqual(fact.reading.words, other.reading.words)) return 'repeats';
  if (isEqual(fact.reading.core, other.reading.core)) {
    if (polarity === null || othersPolarity === null) return null;
    if (polarity === othersPolarity) return 'repeats';
    if (polarity === 'past') return othersPolarity === 'holds' ? 'UPDATE' : null;
    return othersPolarity === 'past' ? null : 'DELETE';
  }
  const more = saidWithMore(fact.reading, other.reading) ?? deniedInPart(fact.reading, other.reading);
  if (more !== null) return more;
  const pairs = fact.topics.flatMap((topic) => {
    const others = other.topics.find(({ key }) => key === topic.key);
    return others ? [{ topic, others }] : [];
  });
  // Where one of them has changed, it does not matter that another is the same.
  const pair = pairs.find(({ topic, others }) => !isSameSet(topic.value, others.value)) ?? pairs[0];
  if (pair === undefined) return null;
  const { topic, others } = pair;
  if (topic.liked !== others.liked) return 'DELETE';
  return topic.liked !== null ? 'UPDATE' : onTheSame(fact, other, topic, others);
}

/** Who does not drink coffee drinks none in the morning; who drinks it in the morning drinks it. */
function deniedInPart(fact: Reading, other: Reading): Verdict {
  const isSomewhat = (long: Reading) => long.core.some((word) => sometimes.has(word) || word === 'and' || word === 'or');
  if (fact.polarity !== 'holds' && fact.polarity !== null && other.polarity === 'holds') {
    const isOver = goesOn(fact.core, other.core) || isDosed(fact.core, other.core);
    if (!isOver || other.core.includes('and')) return null;
    return fact.polarity === 'past' ? 'UPDATE' : 'DELETE';
  }
  return fact.polarity === 'holds' && other.polarity === 'denied' && goesOn(other.core, fact.core) && !isSomewhat(fact)
    ? 'DELETE'
    : null;
}

/** Words by which a statement goes on to say more of the same; after "only" or "unless" it would say less. */
const goingOn: ReadonlySet<string> = new Set(
  `in on at with of for from to since when because named where who which by near every each daily weekly monthly twice after during and as`.split(
    /\s+/,
  ),
);

/** One that says the other's words, and goes on: "has a dog named Rex" after "has a dog". Who denies the one does not deny the other. */
function saidWithMore(fact: Reading, other: Reading): Verdict {
  if (fact.polarity !== 'holds' || other.polarity !== 'holds') return null;
  if (goesOn(other.core, fact.core)) return 'UPDATE';
  // "Works from home" says more than "works from home on Fridays".
  const isAlways = !other.core.slice(fact.core.length).some((word) => word === 'when' || word === 'every' || sometimes.has(word));
  return goesOn(fact.core, other.core) && isAlways ? 'repeats' : null;
}

function goesOn(short: readonly string[], long: readonly string[]): boolean {
  const begun = long.slice(0, short.length);
  return short.length > 1 && isEqual(short, begun) && goingOn.has(long[short.length] ?? '') && !goingOn.has(short.at(-1) ?? '');
}

/** "Takes metoprolol 100 mg" of "takes metoprolol": who takes none takes no dose of it. */
function isDosed(short: readonly string[], long: readonly string[]): boolean {
  const isTaking = short.length > 2 && short.includes('take');
  return isTaking && isEqual(short, long.slice(0, short.length)) && /^\d/.test(long[short.length] ?? '');
}

/** Two statements about one thing, of which one alone is true. */
function onTheSame(fact: Clause, other: Clause, topic: Topic, others: Topic): Verdict {
  const [polarity, othersPolarity] = [fact.reading.polarity, other.reading.polarity];
  // Who denies Lisbon denies Lisbon in Portugal too.
  if (polarity !== 'holds') {
    if (othersPolarity !== 'holds' || !isWithin(topic.value, others.value)) return null;
    return polarity === 'past' ? 'UPDATE' : 'DELETE';
  }
  if (othersPolarity !== 'holds') return othersPolarity === 'denied' && isWithin(others.value, topic.value) ? 'DELETE' : null;
  if (!isSameSet(topic.value, others.value)) return isWithin(topic.value, others.value) ? 'repeats' : 'UPDATE';
  if (topic.isWhole || isWithin(fact.reading.core, other.reading.core)) return 'repeats';
  return others.isWhole || isWithin(other.reading.core, fact.reading.core) ? 'UPDATE' : null;
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  const words = new Set(whole);
  return part.every((word) => words.has(word));
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return isWithin(one, other) && isWithin(other, one);
}
