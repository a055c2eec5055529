import { type JsonAnswer, listSchema, type ReadAnswer } from '@agent-mem/service-kit';
import { readModelStatement } from '../extraction/model-statement.ts';
import type { ReconcileDecision } from './reconcile-decision.ts';

/** What a model is asked for about new facts and known ones. `isInvented`: none of them says so. */
export function decisionsAnswer(
  fresh: readonly string[],
  known: readonly string[],
  isInvented: (text: string) => boolean,
): JsonAnswer<readonly ReconcileDecision[]> {
  const entry = {
    id: { type: 'integer' },
    event: { type: 'string', enum: ['ADD', 'UPDATE', 'DELETE', 'NONE'] },
    by: { type: ['integer', 'null'] },
    text: { type: ['string', 'null'] },
  };
  const schema = { name: 'decisions', schema: listSchema('decisions', entry) };
  const read = (list: readonly unknown[]): ReadAnswer<readonly ReconcileDecision[]> => {
    const decided = readDecisions(list, fresh, known);
    const isMadeUp = 'value' in decided && decided.value.some(({ text }) => text !== null && isInvented(text));
    return isMadeUp ? { unusable: 'invented' } : decided;
  };
  return { kind: 'list', maxTokens: 4_000, schema, read };
}

/**
 * Reads the model's list of decisions. Known facts are numbered from 0 in the order given, new facts go on from there; the answer must
 * name each of them once and nothing else, or it is unusable as a whole.
 */
export function readDecisions(
  list: readonly unknown[],
  fresh: readonly string[],
  known: readonly string[],
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
    const decision = fresh.includes(id) ? ofFresh(id, event, by, ids, known) : ofKnown(id, event, by, text, ids, fresh);
    if (typeof decision === 'string') return { unusable: decision };
    decided.set(id, decision);
  }
  const decisions = ids.flatMap((id) => decided.get(id) ?? []);
  if (decisions.length < ids.length) return { unusable: 'left-out' };
  return { value: decisions.map((decision) => withRepeated(decision, decisions, known, fresh)) };
}

function ofKnown(
  id: string,
  event: unknown,
  by: unknown,
  text: unknown,
  ids: readonly string[],
  fresh: readonly string[],
): ReconcileDecision | string {
  if (event === 'NONE') return { id, event, by: null, text: null };
  if (event !== 'UPDATE' && event !== 'DELETE') return 'unknown-event';
  const [only = ''] = fresh;
  const other = by == null && fresh.length === 1 ? only : idOf(by, ids);
  if (other === null || !fresh.includes(other)) return 'unknown-fact';
  // Under a strict schema a model must write each member, and leaves blank what it has nothing for.
  const hasNoText = text == null || (typeof text === 'string' && text.trim() === '');
  if (event === 'DELETE' || hasNoText) return { id, event, by: other, text: null };
  const statement = readModelStatement(text);
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

/** A new fact that says nothing new, of which the model does not say what it repeats: the nearest of those that stay. One that replaces another is no repeat. */
function withRepeated(
  decision: ReconcileDecision,
  decisions: readonly ReconcileDecision[],
  known: readonly string[],
  fresh: readonly string[],
): ReconcileDecision {
  if (decision.event !== 'NONE' || !fresh.includes(decision.id)) return decision;
  if (decisions.some(({ by, event }) => by === decision.id && event !== 'NONE')) return { ...decision, event: 'ADD', by: null };
  const staying = known.find((id) => decisions.find((other) => other.id === id)?.event === 'NONE');
  const by = decision.by ?? staying ?? null;
  return by === null ? { ...decision, event: 'ADD', by } : { ...decision, by };
}

function idOf(number: unknown, ids: readonly string[]): string | null {
  const index = typeof number === 'string' && /^\d{1,4}$/.test(number) ? Number(number) : number;
  return typeof index === 'number' && Number.isInteger(index) ? (ids[index] ?? null) : null;
}
