import { modelInteger } from '@agent-mem/llm';
import { type JsonAnswer, listSchema, type ReadAnswer } from '@agent-mem/service-kit';
import { readModelStatement } from '../extraction/model-statement.ts';
import type { ReconcileDecision } from './reconcile-decision.ts';

/** The facts that a model decides on, by id, and what its decisions are checked by. */
export interface DecidedOn {
  readonly fresh: readonly string[];
  readonly known: readonly string[];
  /** None of the facts says so. */
  isInvented(text: string): boolean;
  /** Two facts, by id, may be about one subject, so that one can replace or repeat the other. */
  mayBeOfOneSubject(id: string, other: string): boolean;
  /** What rules decide on the same facts. */
  byRules(): readonly ReconcileDecision[];
}

/** What a model is asked for about new facts and known ones. */
export function decisionsAnswer(facts: DecidedOn): JsonAnswer<readonly ReconcileDecision[]> {
  const entry = {
    id: { type: 'integer' },
    event: { type: 'string', enum: ['ADD', 'UPDATE', 'DELETE', 'NONE'] },
    by: { type: ['integer', 'null'] },
    text: { type: ['string', 'null'] },
  };
  const schema = { name: 'decisions', schema: listSchema('decisions', entry) };
  return { kind: 'list', maxTokens: 4_000, schema, read: ({ entries }) => readDecisions(entries, facts) };
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * Reads the model's list of decisions, one by one. Known facts are numbered from 0 in the order given, new facts go on from there. Rules decide
 * on a fact for which the list has no decision that can be used. A list with a number that is none of them, or with two decisions on one
 * fact, is unusable as a whole: a model that lost count means other facts by its other numbers too. A decision by which a fact
 * would make room for one that is about something else is dropped: both stay.
 */
function readDecisions(list: readonly unknown[], facts: DecidedOn): ReadAnswer<readonly ReconcileDecision[]> {
  const { fresh } = facts;
  const ids = [...facts.known, ...fresh];
  const decided = new Map<string, ReconcileDecision>();
  const named = new Set<string>();
  const dropped: string[] = [];
  for (const each of list) {
    const entry: Entry = Object(each);
    if (isOutside(entry.id, ids) || isOutside(entry.by, ids)) return { unusable: 'unknown-id' };
    const id = idOf(entry.id, ids);
    if (id === null) {
      dropped.push('no-id');
      continue;
    }
    if (named.has(id)) return { unusable: 'named-twice' };
    named.add(id);
    const decision = fresh.includes(id) ? ofFresh(id, entry, facts, ids) : ofKnown(id, entry, facts, ids);
    if (typeof decision === 'string') dropped.push(decision);
    else decided.set(id, decision);
  }
  if (decided.size === 0) return { unusable: dropped[0] ?? 'left-out' };
  const byRules = decided.size < ids.length ? facts.byRules() : [];
  const decisions = ids.flatMap((id) => decided.get(id) ?? byRules.find((decision) => decision.id === id) ?? staying(id, fresh));
  const whole = decisions.map((decision) => withRepeated(decision, decisions, decided, facts));
  const isUsable = ({ id, by }: ReconcileDecision) => by === null || facts.mayBeOfOneSubject(id, by);
  const value = whole.map((decision) => (isUsable(decision) ? decision : staying(decision.id, fresh)));
  const others = whole.filter((decision) => !isUsable(decision)).map(() => 'other-subject');
  const lacks = decided.size < ids.length ? { lacks: dropped[0] ?? 'left-out' } : {};
  return { value, dropped: [...dropped, ...others], ...lacks };
}

function staying(id: string, fresh: readonly string[]): ReconcileDecision {
  return { id, event: fresh.includes(id) ? 'ADD' : 'NONE', by: null, text: null };
}

/** The decision on a known fact, or why it cannot be used. */
function ofKnown(id: string, entry: Entry, { fresh, isInvented }: DecidedOn, ids: readonly string[]): ReconcileDecision | string {
  const { by, text } = entry;
  const event = eventOf(entry);
  if (event === 'NONE') return { id, event, by: null, text: null };
  if (event !== 'UPDATE' && event !== 'DELETE') return 'unknown-event';
  const [only = ''] = fresh;
  const other = by == null && fresh.length === 1 ? only : idOf(by, ids);
  if (other === null || !fresh.includes(other)) return 'unknown-fact';
  // Under a strict schema a model must write each member, and leaves blank what it has nothing for.
  const hasNoText = text == null || (typeof text === 'string' && text.trim() === '');
  if (event === 'DELETE' || hasNoText) return { id, event, by: other, text: null };
  const statement = readModelStatement(text, isInvented);
  return 'unusable' in statement ? statement.unusable : { id, event, by: other, text: statement.value };
}

/** The decision on a new fact, or why it cannot be used. */
function ofFresh(id: string, entry: Entry, { known }: DecidedOn, ids: readonly string[]): ReconcileDecision | string {
  const { by } = entry;
  const event = eventOf(entry);
  if (event === 'ADD') return { id, event, by: null, text: null };
  if (event !== 'NONE') return 'unknown-event';
  const other = by == null ? null : idOf(by, ids);
  if (by != null && (other === null || !known.includes(other))) return 'unknown-fact';
  return { id, event, by: other, text: null };
}

function eventOf({ event }: Entry): unknown {
  return typeof event === 'string' ? event.trim().toUpperCase() : event;
}

/** A new fact that says nothing new, of which the model does not say what it repeats: the nearest of those that it says stay and that may be about the same. One that replaces another is no repeat. */
function withRepeated(
  decision: ReconcileDecision,
  decisions: readonly ReconcileDecision[],
  decided: ReadonlyMap<string, ReconcileDecision>,
  { fresh, known, mayBeOfOneSubject }: DecidedOn,
): ReconcileDecision {
  if (decision.event !== 'NONE' || !fresh.includes(decision.id)) return decision;
  if (decisions.some(({ by, event }) => by === decision.id && event !== 'NONE')) return { ...decision, event: 'ADD', by: null };
  const stays = (id: string) => decided.get(id)?.event === 'NONE';
  const by = decision.by ?? known.find((id) => stays(id) && mayBeOfOneSubject(decision.id, id)) ?? null;
  return by === null ? { ...decision, event: 'ADD', by } : { ...decision, by };
}

function idOf(number: unknown, ids: readonly string[]): string | null {
  const index = modelInteger(number);
  return index === null ? null : (ids[index] ?? null);
}

function isOutside(number: unknown, ids: readonly string[]): boolean {
  return modelInteger(number) !== null && idOf(number, ids) === null;
}
