import type { BegunTurn, Frame, Invocation, StepRecord } from '@agent-mem/agent-loop';
import {
  type AgentRequest,
  type Event,
  type ModelUsage,
  newId,
  OperationError,
  requestHash,
  type Scope,
} from '@agent-mem/contract';
import type { ReplyAddress } from '@agent-mem/messaging';
import { completePolicy, type SensitivePolicy, screenDocument } from '@agent-mem/policy';
import { defineRunJournal, type JournaledRun } from '@agent-mem/runtime';
import type { KeyValue, KeyValueMaintenance } from '@agent-mem/storage';

/** What may be written down. An entry of an earlier version knows no personal data. */
type EntryPolicy = Pick<SensitivePolicy, 'sensitiveData'> & Partial<Pick<SensitivePolicy, 'personalData'>>;

/** What is known of an invocation that was accepted, under the key of its request. */
export interface JournalEntry extends EntryPolicy {
  /** `null`: the request has none, and this entry is in no journal. */
  readonly key: string | null;
  readonly invocation: Invocation;
  readonly requestHash: string;
  /** Where the caller waits, for the instance that goes on with it; `null`: the caller cannot be reached, or has the final frame. */
  readonly replyTo: ReplyAddress | null;
  /** `null` once it is done. */
  readonly request: AgentRequest | null;
  /** How often a process has begun to run it since it last took a step: what a process dies of does not get on. */
  readonly runs: number;
  /** Running; ended, but its event may not be published yet; or done. */
  readonly state: 'running' | 'ended' | 'done';
  /** The last frame, from `ended` on. */
  readonly frame: Frame | null;
  /** How many frames the caller had been sent, at least, when it ended. */
  readonly told: number;
  /** The event, in `ended`; `null` when there is none to publish. */
  readonly event: Event | null;
}

/** The caller of an invocation. */
export interface InvocationCaller {
  readonly requestId: string;
  readonly replyTo: ReplyAddress | null;
}

/** A step as it is written down. */
export interface WrittenStep extends StepRecord {
  /** How many frames the caller had been sent by then, at least. */
  readonly told: number;
  /** What models were asked by then. Absent in a step of an earlier version. */
  readonly usage?: readonly ModelUsage[];
}

/** An invocation that has its last frame. */
export type EndedEntry = JournalEntry & { readonly state: 'ended'; readonly frame: Frame };

/** Whether an invocation has ended, but its event or its final frame may be missing. */
export function isEnded(entry: JournalEntry): entry is EndedEntry {
  return entry.state === 'ended' && entry.frame !== null;
}

/** How long a repeat finds the answer, and a cancel its request. */
const entryTtlMs = 24 * 3_600_000;
const cancelTtlMs = 10 * 60_000;
/** A cancel may come before its request; an older one meant another request with the same id. */
const overtakingMs = 2_000;
/** An instance that has not renewed its lease for so long is taken for dead. */
export const leaseTtlMs = 6_000;

const entryKey = (key: string | null) => `agent/invoke/${key}`;
/** The few that are not done stand apart, each with its request's key, so that looking for them does not read those that are. */
const unfinished = defineRunJournal<string>({
  prefix: 'agent/unfinished/',
  ttlMs: entryTtlMs,
  leasePrefix: 'agent/lease/',
  leaseMs: leaseTtlMs,
  text: { write: String, read: String },
});
const stepsKey = ({ invocationId }: Invocation) => `agent/steps/${invocationId}`;
const turnKey = ({ invocationId }: Invocation) => `agent/turn/${invocationId}`;
const cancelKey = (id: string) => `agent/cancel/${id}`;

/**
 * The entry of a request: made now, or, when the request was made before under the same key, the one it has.
 * Rejects with `already-exists` when another request was made under this key.
 */
export async function acceptInvocation(
  keyValue: KeyValue,
  scope: Scope,
  key: string,
  caller: InvocationCaller,
  request: AgentRequest,
  policy: SensitivePolicy,
  now: number,
): Promise<{ readonly entry: JournalEntry; readonly isNew: boolean }> {
  const entry = newEntry(key, caller, request, policy, now);
  const version = await keyValue.compareAndSet(scope, entryKey(key), 0, written(entry, entry), { ttlMs: entryTtlMs });
  const known = version === null ? await readEntry(keyValue, scope, key) : entry;
  // It ran out between the two looks.
  if (!known) return acceptInvocation(keyValue, scope, key, caller, request, policy, now);
  if (known.requestHash !== entry.requestHash) throw otherRequest();
  // Also of one that is known: a crash may have come between its entry and this note.
  if (known.state !== 'done') await unfinished.write(keyValue, { scope, id: known.invocation.invocationId, run: key });
  return { entry: known, isNew: version !== null };
}

/** The refusal of a key under which another request was made. */
export function otherRequest(): OperationError {
  return new OperationError(
    'already-exists',
    'idempotency_key: another request was made under this key; use one key for one request',
  );
}

/** The entry of a request that is made for the first time. */
export function newEntry(
  key: string | null,
  { requestId, replyTo }: InvocationCaller,
  request: AgentRequest,
  policy: SensitivePolicy,
  now: number,
): JournalEntry {
  const invocation: Invocation = {
    invocationId: newId('inv', now),
    conversationId: request.conversation_id ?? newId('conv', now),
    isNewConversation: request.conversation_id === null,
    requestId,
    startedAt: new Date(now).toISOString(),
  };
  const hash = requestHash('agent', 'invoke', request);
  return {
    key,
    invocation,
    requestHash: hash,
    sensitiveData: policy.sensitiveData,
    personalData: policy.personalData,
    replyTo,
    request,
    runs: 1,
    state: 'running',
    frame: null,
    told: 0,
    event: null,
  };
}

/** `null` when it was never made, or has run out. */
export async function readEntry(keyValue: KeyValue, scope: Scope, key: string): Promise<JournalEntry | null> {
  const found = await keyValue.get(scope, entryKey(key));
  return found && (JSON.parse(found.value) as JournalEntry);
}

/** Notes that one more process begins to run it. Only the holder of its lease may. */
export async function takeOver(keyValue: KeyValue, scope: Scope, entry: JournalEntry): Promise<JournalEntry> {
  const taken = { ...entry, runs: entry.runs + 1 };
  await writeEntry(keyValue, scope, taken);
  return taken;
}

/** Notes that no process died of it so far: it took a step, or was left in good order. Only the holder of its lease may. */
export async function noteWell(keyValue: KeyValue, scope: Scope, entry: JournalEntry): Promise<void> {
  await writeEntry(keyValue, scope, { ...entry, runs: 0 });
}

/** Writes how an invocation ended, so that a repeat ends the same. Only the holder of its lease may. */
export async function writeEnding(keyValue: KeyValue, scope: Scope, ended: EndedEntry): Promise<void> {
  await writeEntry(keyValue, scope, ended);
}

/** Marks an invocation done: what a repeat is answered stays, all else goes. */
export async function markDone(keyValue: KeyValue, scope: Scope, ended: EndedEntry): Promise<void> {
  await Promise.all([
    writeEntry(keyValue, scope, { ...ended, state: 'done', request: null, event: null }),
    forgetUnfinished(keyValue, scope, ended),
    keyValue.delete(scope, stepsKey(ended.invocation)),
    keyValue.delete(scope, turnKey(ended.invocation)),
  ]);
}

/** Nothing of it is left to do. */
export async function forgetUnfinished(keyValue: KeyValue, scope: Scope, { invocation }: JournalEntry): Promise<void> {
  await unfinished.forget(keyValue, scope, invocation.invocationId);
}

/** What a journal holds of it. Whoever goes on after a crash goes on with that. */
function written(thing: object, policy: EntryPolicy): string {
  return screenDocument(thing, completePolicy(policy));
}

async function writeEntry(keyValue: KeyValue, scope: Scope, entry: JournalEntry): Promise<void> {
  await keyValue.set(scope, entryKey(entry.key), written(entry, entry), { ttlMs: entryTtlMs });
}

/** The invocations of all scopes that are not done: `run` is the key of the request. */
export function unfinishedRuns(keyValue: KeyValueMaintenance): AsyncIterable<JournaledRun<string>> {
  return unfinished.runs(keyValue);
}

/** Writes down the steps of one turn; at a place that is taken already it changes nothing. */
export async function writeSteps(
  keyValue: KeyValue,
  scope: Scope,
  entry: EntryPolicy & Pick<JournalEntry, 'invocation'>,
  steps: readonly WrittenStep[],
  position: number,
): Promise<void> {
  const texts = steps.map((step) => written(step, entry));
  await keyValue.append(scope, stepsKey(entry.invocation), texts, { position, ttlMs: entryTtlMs });
}

/** The steps that were taken before a crash. */
export async function readSteps(keyValue: KeyValue, scope: Scope, invocation: Invocation): Promise<WrittenStep[]> {
  return (await keyValue.list(scope, stepsKey(invocation))).map((json) => JSON.parse(json) as WrittenStep);
}

/** A turn as it is written down before its calls are made. */
interface WrittenTurn {
  /** How many steps were taken before it. */
  readonly position: number;
  readonly begun: BegunTurn;
}

/** Writes down what is about to be done behind so many steps. */
export async function writeTurn(
  keyValue: KeyValue,
  scope: Scope,
  entry: EntryPolicy & Pick<JournalEntry, 'invocation'>,
  turn: WrittenTurn,
): Promise<void> {
  await keyValue.set(scope, turnKey(entry.invocation), written(turn, entry), { ttlMs: entryTtlMs });
}

/** What was about to be done behind so many steps; `null`: nothing was. */
export async function readTurn(
  keyValue: KeyValue,
  scope: Scope,
  invocation: Invocation,
  position: number,
): Promise<BegunTurn | null> {
  const found = await keyValue.get(scope, turnKey(invocation));
  const turn = found && (JSON.parse(found.value) as WrittenTurn);
  return turn?.position === position ? turn.begun : null;
}

/** Takes or renews the right to run an invocation; false while another instance has it. */
export function holdLease(keyValue: KeyValue, scope: Scope, { invocationId }: Invocation, holder: string): Promise<boolean> {
  return unfinished.hold(keyValue, scope, invocationId, holder);
}

export function releaseLease(keyValue: KeyValue, scope: Scope, { invocationId }: Invocation, holder: string): Promise<void> {
  return unfinished.release(keyValue, scope, invocationId, holder);
}

/** Leaves word that an invocation is to stop, for the instance that runs it. */
export async function noteCancel(keyValue: KeyValue, scope: Scope, id: string, now: number): Promise<void> {
  await keyValue.set(scope, cancelKey(id), String(now), { ttlMs: cancelTtlMs });
}

/** Whether word was left, by the invocation's id or its request's. */
export async function isCancelNoted(keyValue: KeyValue, scope: Scope, invocation: Invocation): Promise<boolean> {
  const ids = [invocation.invocationId, invocation.requestId];
  const notes = await Promise.all(ids.map((id) => keyValue.get(scope, cancelKey(id))));
  return notes.some((note) => note !== null && Number(note.value) >= Date.parse(invocation.startedAt) - overtakingMs);
}
