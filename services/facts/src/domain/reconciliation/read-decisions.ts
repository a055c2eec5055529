import { modelInteger } from '@agent-mem/llm';
import { type JsonAnswer, listSchema, type ReadAnswer } from '@agent-mem/service-kit';
import { readModelStatement } from '../extraction/model-statement.ts';
import type { ReconcileDecision } from './reconcile-decision.ts';

/** What a model's decisions are checked by. */
export interface DecisionChecks {
  /** None of the facts says so. */
  isInvented(text: string): boolean;
  /** Two facts, by id, may be about one subject, so that one can replace or repeat the other. */
  mayBeOfOneSubject(id: string, other: string): boolean;
  /** What rules decide on the same facts. */
  byRules(): readonly ReconcileDecision[];
}

/** What a model is asked for about new facts and known ones. */
export function decisionsAnswer(
  fresh: readonly string[],
  known: readonly string[],
  checks: DecisionChecks,
): JsonAnswer<readonly ReconcileDecision[]> {
  const entry = {
    id: { type: 'integer' },
    event: { type: 'string', enum: ['ADD', 'UPDATE', 'DELETE', 'NONE'] },
    by: { type: ['integer', 'null'] },
    text: { type: ['string', 'null'] },
  };
  const schema = { name: 'decisions', schema: listSchema('decisions', entry) };
  return { kind: 'list', maxTokens: 4_000, schema, read: ({ entries }) => readDecisions(entries, fresh, known, checks) };
}

/**
 * Reads the model's list of decisions, one by one. Known facts are numbered from 0 in the order given, new facts go on from there. Rules decide
 * on a fact for which the list has no decision that can be used. A list with a number that is none of them, or with two decisions on one
 * fact, is unusable as a whole: a model that lost count means other facts by its other numbers too. A decision by which a fact
 * would make room for one that is about something else is dropped: both stay.
 */
function readDecisions(
  list: readonly unknown[],
  fresh: readonly string[],
  known: readonly string[],
  checks: DecisionChecks,
): ReadAnswer<readonly ReconcileDecision[]> {
  const ids = [...known, ...fresh];
  const decided = new Map<string, ReconcileDecision>();
  const named = new Set<string>();
  const dropped: string[] = [];
  for (const entry of list) {
    const { id: number, event: written, by, text } = Object(entry) as Readonly<Record<string, unknown>>;
    if (isOutside(number, ids) || isOutside(by, ids)) return { unusable: 'unknown-id' };
    const id = idOf(number, ids);
    if (id === null) {
      dropped.push('no-id');
      continue;
    }
    if (named.has(id)) return { unusable: 'named-twice' };
    named.add(id);
    const event = typeof written === 'string' ? written.trim().toUpperCase() : written;
    const decision = fresh.includes(id)
      ? ofFresh(id, event, by, ids, known)
      : ofKnown(id, event, by, text, ids, fresh, checks.isInvented);
    if (typeof decision === 'string') dropped.push(decision);
    else decided.set(id, decision);
  }
  if (decided.size === 0) return { unusable: dropped[0] ?? 'left-out' };
  const byRules = decided.size < ids.length ? checks.byRules() : [];
  const decisions = ids.flatMap((id) => decided.get(id) ?? byRules.find((decision) => decision.id === id) ?? staying(id, fresh));
  const whole = decisions.map((decision) => withRepeated(decision, decisions, decided, known, fresh, checks));
  const isUsable = ({ id, by }: ReconcileDecision) => by === null || checks.mayBeOfOneSubject(id, by);
  const value = whole.map((decision) => (isUsable(decision) ? decision : staying(decision.id, fresh)));
  const others = whole.filter((decision) => !isUsable(decision)).map(() => 'other-subject');
  const lacks = decided.size < ids.length ? { lacks: dropped[0] ?? 'left-out' } : {};
  return { value, dropped: [...dropped, ...others], ...lacks };
}

function staying(id: string, fresh: readonly string[]): ReconcileDecision {
  return { id, event: fresh.includes(id) ? 'ADD' : 'NONE', by: null, text: null };
}

function ofKnown(
  id: string,
  event: unknown,
  by: unknown,
  text: unknown,
  ids: readonly string[],
  fresh: readonly string[],
  isInvented: DecisionChecks['isInvented'],
): ReconcileDecision | string {
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

function ofFresh(
  id: string,
  event: unknown,
  by: unknown,
  ids: readonly string[],
  known: readonly string[],
): ReconcileDecision | string {
  if (event === 'ADD') return { id, event, by: null, text: null };
  if (event !== 'NONE') return 'unknown-event';
  const other = by == null ? null : idOf(by, ids);
  if (by != null && (other === null || !known.includes(other))) return 'unknown-fact';
  return { id, event, by: other, text: null };
}

/** A new fact that says nothing new, of which the model does not say what it repeats: the nearest of those that it says stay and that may be about the same. One that replaces another is no repeat. */
function withRepeated(
  decision: ReconcileDecision,
  decisions: readonly ReconcileDecision[],
  decided: ReadonlyMap<string, ReconcileDecision>,
  known: readonly string[],
  fresh: readonly string[],
  { mayBeOfOneSubject }: DecisionChecks,
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
