import type { BegunTurn, StepRecord } from '@agent-mem/agent-loop';
import type { ModelUsage, Scope } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';
import { entryTtlMs, type JournalEntry, written } from './journal-entry.ts';

/** A step as it is written down. */
export interface WrittenStep extends StepRecord {
  /** How many frames the caller had been sent by then, at least. */
  readonly told: number;
  /** What models were asked by then. Absent in a step of an earlier version. */
  readonly usage?: readonly ModelUsage[];
}

/** A run that has waited writes apart from what it wrote before, so that nothing of that is taken for new. */
const part = ({ invocation, resumed }: Pick<JournalEntry, 'invocation' | 'resumed'>) =>
  resumed ? `${invocation.invocationId}/${resumed.steps.length}` : invocation.invocationId;
const stepsKey = (entry: Pick<JournalEntry, 'invocation' | 'resumed'>) => `agent/steps/${part(entry)}`;
const turnKey = (entry: Pick<JournalEntry, 'invocation' | 'resumed'>) => `agent/turn/${part(entry)}`;

/** Writes down the steps of one turn behind so many; at a place that is taken already it changes nothing. */
export async function writeSteps(
  keyValue: KeyValue,
  scope: Scope,
  entry: JournalEntry,
  steps: readonly WrittenStep[],
  position: number,
): Promise<void> {
  const texts = steps.map((step) => written(step, entry));
  const before = entry.resumed?.steps.length ?? 0;
  await keyValue.append(scope, stepsKey(entry), texts, { position: position - before, ttlMs: entryTtlMs });
}

/** The steps that were taken before it waited, and since then before a crash. */
export async function readSteps(keyValue: KeyValue, scope: Scope, entry: JournalEntry): Promise<readonly WrittenStep[]> {
  const { steps = [], usage = [] } = entry.resumed ?? {};
  const before = steps.map((step) => ({ ...step, told: 0, usage }));
  const since = await keyValue.list(scope, stepsKey(entry));
  return [...before, ...since.map((json) => JSON.parse(json) as WrittenStep)];
}

/** A turn as it is written down before its calls are made. */
export interface WrittenTurn {
  /** How many steps were taken before it. */
  readonly position: number;
  readonly begun: BegunTurn;
  /** What models were asked by then. */
  readonly usage: readonly ModelUsage[];
}

/** Writes down what is about to be done behind so many steps. */
export async function writeTurn(keyValue: KeyValue, scope: Scope, entry: JournalEntry, turn: WrittenTurn): Promise<void> {
  await keyValue.set(scope, turnKey(entry), written(turn, entry), { ttlMs: entryTtlMs });
}

/** What was about to be done behind so many steps; `null`: nothing was. */
export async function readTurn(
  keyValue: KeyValue,
  scope: Scope,
  entry: JournalEntry,
  position: number,
): Promise<Pick<WrittenTurn, 'begun' | 'usage'> | null> {
  const found = await keyValue.get(scope, turnKey(entry));
  const turn = found && (JSON.parse(found.value) as WrittenTurn);
  if (turn?.position === position) return turn;
  const { steps, begun = null, usage = [] } = entry.resumed ?? {};
  return begun && steps?.length === position ? { begun, usage } : null;
}

/** Nothing goes on behind the steps of this entry any more. */
export async function forgetSteps(keyValue: KeyValue, scope: Scope, entry: JournalEntry): Promise<void> {
  await Promise.all([keyValue.delete(scope, stepsKey(entry)), keyValue.delete(scope, turnKey(entry))]);
}
