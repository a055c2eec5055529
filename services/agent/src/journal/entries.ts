import type { Frame } from '@agent-mem/agent-loop';
import type { Scope } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';
import { type EndedEntry, entryTtlMs, type JournalEntry, type KeyedEntry, otherRequest, written } from './journal-entry.ts';
import { forgetSteps } from './steps.ts';
import { forgetUnfinished, holdLease, noteUnfinished } from './unfinished.ts';

const entryKey = (key: string | null) => `agent/invoke/${key}`;

/** What a request finds in the journal. */
interface Accepted {
  readonly entry: JournalEntry;
  /** This request has made the entry. */
  readonly isNew: boolean;
  /** The instance that begins it holds its lease. A repeat elsewhere may have been faster. */
  readonly isHeld: boolean;
}

/**
 * The entry of a request: this new one, under the lease of the instance that begins to run it, or, when the request was made before under the same key, the one it has.
 * Rejects with `already-exists` when another request was made under this key.
 * @param begunBy the instance that runs it at once; `null`: it waits for a place.
 */
export async function acceptInvocation(
  keyValue: KeyValue,
  scope: Scope,
  made: KeyedEntry,
  begunBy: string | null,
): Promise<Accepted> {
  const entry = { ...made, runs: begunBy === null ? 0 : 1 };
  const { key } = entry;
  const version = await keyValue.compareAndSet(scope, entryKey(key), 0, written(entry, entry), { ttlMs: entryTtlMs });
  const known = version === null ? await readEntry(keyValue, scope, key) : entry;
  // It ran out between the two looks.
  if (!known) return acceptInvocation(keyValue, scope, made, begunBy);
  if (known.requestHash !== entry.requestHash) throw otherRequest();
  const isNew = version !== null;
  // Also of one that is known: a crash may have come between its entry and this note.
  const noted = known.state === 'done' ? null : noteUnfinished(keyValue, scope, known, key);
  // A store that commits what comes at one moment together writes the note and the lease at once.
  const [isHeld] = await Promise.all([isNew && begunBy !== null && holdLease(keyValue, scope, known.invocation, begunBy), noted]);
  return { entry: known, isNew, isHeld };
}

/** `null` when it was never made, or has run out. */
export async function readEntry(keyValue: KeyValue, scope: Scope, key: string): Promise<JournalEntry | null> {
  const found = await keyValue.get(scope, entryKey(key));
  return found && (JSON.parse(found.value) as JournalEntry);
}

/** Writes an entry that was lost. It changes nothing where it was written meanwhile. */
export async function restoreEntry(keyValue: KeyValue, scope: Scope, entry: KeyedEntry): Promise<void> {
  await keyValue.compareAndSet(scope, entryKey(entry.key), 0, written(entry, entry), { ttlMs: entryTtlMs });
  await noteUnfinished(keyValue, scope, entry, entry.key);
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
  const { resumed: _, ...rest } = ended;
  await Promise.all([
    writeEntry(keyValue, scope, { ...rest, state: 'done', request: null, event: null }),
    forgetUnfinished(keyValue, scope, ended),
    forgetSteps(keyValue, scope, ended),
  ]);
}

/** Marks an invocation that waits done with its waiting frame: a repeat is answered that, and no process goes on with it. */
export async function markWaiting(keyValue: KeyValue, scope: Scope, entry: JournalEntry, frame: Frame): Promise<void> {
  const { resumed: _, ...rest } = entry;
  await writeEntry(keyValue, scope, { ...rest, state: 'done', frame, request: null, event: null });
  await forgetUnfinished(keyValue, scope, entry);
  await forgetSteps(keyValue, scope, entry);
}

/**
 * Opens the journal of an invocation that waits with this frame, in one write. Where it is open already, has ended or waits for something else, nothing
 * changes, so that of several that open it one does.
 */
export async function reopen(keyValue: KeyValue, scope: Scope, entry: KeyedEntry, waitsWith: Frame): Promise<void> {
  const found = await keyValue.get(scope, entryKey(entry.key));
  const known = found && (JSON.parse(found.value) as JournalEntry);
  if (!known || waits(known, waitsWith))
    await keyValue.compareAndSet(scope, entryKey(entry.key), found?.version ?? 0, written(entry, entry), { ttlMs: entryTtlMs });
  // Also of one that is open: a crash may have come between its entry and this note.
  if (known?.state !== 'done' || waits(known, waitsWith)) await noteUnfinished(keyValue, scope, entry, entry.key);
}

/** Whether an invocation waits with this frame. */
export function waits({ state, frame }: JournalEntry, waitsWith: Frame): boolean {
  const callIds = ({ waiting }: Frame) => waiting?.map(({ call_id }) => call_id).join();
  return state === 'done' && frame?.type === 'waiting' && callIds(frame) === callIds(waitsWith);
}

async function writeEntry(keyValue: KeyValue, scope: Scope, entry: JournalEntry): Promise<void> {
  await keyValue.set(scope, entryKey(entry.key), written(entry, entry), { ttlMs: entryTtlMs });
}
