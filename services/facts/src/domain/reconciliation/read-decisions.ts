import { type JsonAnswer, listSchema, type ReadAnswer } from '@agent-mem/service-kit';
import { readModelStatement } from '../extraction/model-statement.ts';
import type { ReconcileDecision } from './reconcile-decision.ts';

/** What a model's decisions are checked by. */
export interface DecisionChecks {
  /** None of the facts says so. */
  isInvented(text: string): boolean;
  /** Two facts, by id, may be about one subject, so that one can replace or repeat the other. */
  mayBeOfOneSubject(id: string, other: string): boolean;
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
  return { kind: 'list', maxTokens: 4_000, schema, read: (list) => readDecisions(list, fresh, known, checks) };
}

/**
 * Reads the model's list of decisions. Known facts are numbered from 0 in the order given, new facts go on from there; the answer must
 * name each of them once and nothing else, or it is unusable as a whole. A decision by which a fact would make room for one that is about
 * something else is dropped: both stay.
 */
function readDecisions(
  list: readonly unknown[],
  fresh: readonly string[],
  known: readonly string[],
  checks: DecisionChecks,
): ReadAnswer<readonly ReconcileDecision[]> {
  const ids = [...known, ...fresh];
  const decided = new Map<string, ReconcileDecision>();
  for (const entry of list) {
    if (typeof entry !== 'object' || entry === null) return { unusable: 'not-an-object' };
    const { id: number, event: written, by, text } = entry as Readonly<Record<string, unknown>>;
    const event = typeof written === 'string' ? written.toUpperCase() : written;
    const id = idOf(number, ids);
    if (id === null) return { unusable: 'unknown-id' };
    if (decided.has(id)) return { unusable: 'named-twice' };
    const decision = fresh.includes(id)
      ? ofFresh(id, event, by, ids, known)
      : ofKnown(id, event, by, text, ids, fresh, checks.isInvented);
    if (typeof decision === 'string') return { unusable: decision };
    decided.set(id, decision);
  }
  const decisions = ids.flatMap((id) => decided.get(id) ?? []);
  if (decisions.length < ids.length) return { unusable: 'left-out' };
  const whole = decisions.map((decision) => withRepeated(decision, decisions, known, fresh, checks));
  const isUsable = ({ id, by }: ReconcileDecision) => by === null || checks.mayBeOfOneSubject(id, by);
  return {
    value: whole.map((decision) => (isUsable(decision) ? decision : staying(decision.id, fresh))),
    dropped: whole.filter((decision) => !isUsable(decision)).map(() => 'other-subject'),
  };
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

/** A new fact that says nothing new, of which the model does not say what it repeats: the nearest of those that stay and may be about the same. One that replaces another is no repeat. */
function withRepeated(
  decision: ReconcileDecision,
  decisions: readonly ReconcileDecision[],
  known: readonly string[],
  fresh: readonly string[],
  { mayBeOfOneSubject }: DecisionChecks,
): ReconcileDecision {
  if (decision.event !== 'NONE' || !fresh.includes(decision.id)) return decision;
  if (decisions.some(({ by, event }) => by === decision.id && event !== 'NONE')) return { ...decision, event: 'ADD', by: null };
  const stays = (id: string) => decisions.find((other) => other.id === id)?.event === 'NONE';
  const by = decision.by ?? known.find((id) => stays(id) && mayBeOfOneSubject(decision.id, id)) ?? null;
  return by === null ? { ...decision, event: 'ADD', by } : { ...decision, by };
}

function idOf(number: unknown, ids: readonly string[]): string | null {
  const index = typeof number === 'string' && /^\d{1,4}$/.test(number) ? Number(number) : number;
  return typeof index === 'number' && Number.isInteger(index) ? (ids[index] ?? null) : null;
}
