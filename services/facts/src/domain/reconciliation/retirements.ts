import { type ComparedFact, trustRanks } from '../fact/compared-fact.ts';
import type { ReconcileDecision } from './reconcile-decision.ts';

/** A fact that a reconciliation takes out of what is believed. */
export interface Retirement {
  readonly id: string;
  readonly status: 'SUPERSEDED' | 'DELETED';
  /** Id of the fact that stands instead. */
  readonly by: string;
  /** One statement that stands instead of both; `null`: the fact `by` does. */
  readonly text: string | null;
}

/**
 * What decisions come to. Of two facts of which one cannot stay, the one that was said first goes, whichever of them was stored first;
 * what a tool, an agent or an archive says never takes away what somebody more trusted has said, and nothing takes away what stands: a new
 * fact that its caller has just written under a key or in place of another text.
 */
export function retirements(
  fresh: readonly ComparedFact[],
  known: readonly ComparedFact[],
  decisions: readonly ReconcileDecision[],
  standing: ReadonlySet<string> = new Set(),
): readonly Retirement[] {
  const facts = new Map([...fresh, ...known].map((fact) => [fact.id, fact]));
  const news = new Set(fresh.map(({ id }) => id));
  const pairs = decisions.flatMap(({ id, event, by, text }): readonly Pair[] => {
    const [fact, other] = [facts.get(id), facts.get(by ?? '')];
    return fact && other ? [{ fact, other, event, text }] : [];
  });
  const retired = new Map<string, Retirement>();
  for (const pair of pairs) {
    const out = news.has(pair.fact.id) ? null : replacedIn(pair, standing);
    if (out && !retired.has(out.id)) retired.set(out.id, out);
  }
  for (const { fact, other, event } of pairs) {
    if (event !== 'NONE' || !news.has(fact.id) || standing.has(fact.id)) continue;
    // What stands for another must stand itself.
    if (retired.has(fact.id) || retired.has(other.id) || isMoreTrusted(fact, other)) continue;
    retired.set(fact.id, { id: fact.id, status: 'SUPERSEDED', by: other.id, text: null });
  }
  return [...retired.values()];
}

/** A decision on two facts. */
interface Pair extends Pick<ReconcileDecision, 'event' | 'text'> {
  readonly fact: ComparedFact;
  readonly other: ComparedFact;
}

/** What of a pair goes; `null`: nothing. */
function replacedIn({ fact, other, event, text }: Pair, standing: ReadonlySet<string>): Retirement | null {
  if (event !== 'UPDATE' && event !== 'DELETE') return null;
  const [earlier, later] = isLater(fact, other) ? [other, fact] : [fact, other];
  if (isMoreTrusted(earlier, later)) return null;
  const merged = later === other ? text : null;
  // One statement made of both would take out the one that stands.
  if (standing.has(earlier.id) || (merged !== null && standing.has(later.id))) return null;
  return { id: earlier.id, status: event === 'UPDATE' ? 'SUPERSEDED' : 'DELETED', by: later.id, text: merged };
}

function isMoreTrusted(one: ComparedFact, other: ComparedFact): boolean {
  return trustRanks[one.trust] > trustRanks[other.trust];
}

/** By when they hold from, if both say so; else by when they were said. */
function isLater(one: ComparedFact, other: ComparedFact): boolean {
  if (one.valid_from !== null && other.valid_from !== null && one.valid_from !== other.valid_from)
    return Date.parse(one.valid_from) > Date.parse(other.valid_from);
  const [said, saidByOther] = [Date.parse(one.timestamp), Date.parse(other.timestamp)];
  return said === saidByOther ? one.id > other.id : said > saidByOther;
}
