import type { Frame, ToolOrigin } from '@agent-mem/agent-loop';
import { OperationError } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';
import { publishEnding } from './end-invocation.ts';
import { framesAgain } from './frames-again.ts';
import { cancelledByCaller, type Instance, type RunningInvocation, runningByKey } from './instance.ts';
import { readEntry, takeOver } from './journal/entries.ts';
import { isEnded, type JournalEntry, otherRequest } from './journal/journal-entry.ts';
import { holdLease } from './journal/unfinished.ts';
import type { Place } from './places/places.ts';
import { type Found, lookEveryMs, type Turn, turnOf } from './places/turn.ts';
import { startInvocation } from './start-invocation.ts';

/** Who follows an invocation. */
interface Follower {
  /** It was accepted just now, so that no other instance can have it. */
  readonly isFirst: boolean;
  /** The request is the one that the journal names as its caller. */
  readonly isCaller: boolean;
  /** This instance holds its lease already, for its place. */
  readonly isHeld: boolean;
  /** A place of this process, for the invocation to run; `null`: it waits for one. */
  readonly place: Place | null;
}

/** The frames of an invocation in the journal: it is begun here, gone on with, joined, or waited for where another instance runs it. */
export async function* followJournaled(
  accepted: JournalEntry,
  context: HandlerContext<Config, Instance>,
  tools: readonly ToolOrigin[],
  { isFirst: isNew, isCaller, isHeld, place: entered }: Follower,
): AsyncGenerator<Frame, void> {
  const key = accepted.key ?? '';
  using turn = turnOf(context, { ...accepted, key }, { place: entered, isHeld });
  let entry = accepted;
  for (let isFirst = isNew && entered !== null; ; isFirst = false) {
    const known = framesKnown(entry, context, { key, isCaller });
    if (known) return yield* known;
    if (isEnded(entry)) {
      entry = await publishedEnding(entry, context, { key, isCaller });
      continue;
    }
    const found = await lookAfter(turn, context, { key, isCaller });
    // The process that has begun it sends its frames to the caller.
    if (found === 'left' || (found === 'elsewhere' && isCaller && context.replyTo)) return context.handedOn();
    if (found === 'elsewhere' || found === null) {
      entry = await reread(context, key, entry);
      continue;
    }
    const place = found === 'cancelled' ? null : found;
    using unused = new DisposableStack();
    if (place) unused.use(place);
    if (!isFirst) entry = await takenOver(entry, context, key);
    if (!isLeftToUs(entry, context, key)) continue;
    unused.move();
    const running = startJournaled(entry, context, { tools, place, asked: isCaller ? 'here' : 'elsewhere' });
    if (found === 'cancelled') running.end(cancelledByCaller());
    return yield* followed(running, context, true);
  }
}

/** The frames of an invocation that runs here or is done; `null`: it does not, and is not. */
function framesKnown(
  entry: JournalEntry,
  context: HandlerContext<Config, Instance>,
  { key, isCaller }: { readonly key: string; readonly isCaller: boolean },
): AsyncGenerator<Frame, void> | readonly Frame[] | null {
  const { scope, state: instance } = context;
  const running = runningByKey(instance, scope, key);
  if (running) return joined(running, entry, context);
  const { state, frame } = entry;
  if (state !== 'done' || !frame) return null;
  // Its caller has had the frames before the last.
  return isCaller ? [frame] : framesAgain(context, scope, { ...entry, frame });
}

function startJournaled(
  entry: JournalEntry,
  context: HandlerContext<Config, Instance>,
  options: Pick<Parameters<typeof startInvocation>[2], 'tools' | 'place' | 'asked'>,
): RunningInvocation {
  const { scope, state: instance } = context;
  const { request } = entry;
  if (!request) throw new OperationError('internal', 'An invocation that is not done has lost its request');
  return startInvocation(context, instance, { scope, entry, request, isJournaled: true, ...options });
}

/** Publishes how an invocation ended, where its own process did not. Resolves with what the journal says then. */
async function publishedEnding(
  ended: JournalEntry,
  context: HandlerContext<Config, Instance>,
  { key, isCaller }: { readonly key: string; readonly isCaller: boolean },
): Promise<JournalEntry> {
  const { clock, keyValue, scope, signal, state: instance } = context;
  if (!(await holdLease(keyValue, scope, ended.invocation, instance.id))) {
    await clock.sleep(lookEveryMs, signal);
    return reread(context, key, ended);
  }
  const entry = await reread(context, key, ended);
  if (isEnded(entry)) await publishEnding(context, scope, entry, { isJournaled: true, sendsFinalFrame: !isCaller });
  return reread(context, key, entry);
}

/** Makes an invocation this instance's, unless another has gone on with it, or another request has begun it here, since we looked. */
async function takenOver(entry: JournalEntry, context: HandlerContext<Config, Instance>, key: string): Promise<JournalEntry> {
  const now = await reread(context, key, entry);
  return isLeftToUs(now, context, key) ? takeOver(context.keyValue, context.scope, now) : now;
}

function isLeftToUs({ state }: JournalEntry, { state: instance, scope }: HandlerContext<Config, Instance>, key: string): boolean {
  return state === 'running' && !runningByKey(instance, scope, key);
}

/** Looks once after an invocation that does not run here. When its request ends meanwhile, it is left to the other processes, or ended where its caller wants no answer. */
async function lookAfter(
  turn: Turn,
  { draining, replyTo, requestId, signal }: HandlerContext<Config>,
  { key, isCaller }: { readonly key: string; readonly isCaller: boolean },
): Promise<Found | 'left'> {
  try {
    return await turn.next();
  } catch (cause) {
    const isOver = signal.aborted || draining.aborted;
    if (!isOver) throw cause;
    const { type } = OperationError.from(cause);
    if (type === 'cancelled' && key === requestId && isCaller && (await turn.cancel())) return 'cancelled';
    await turn.letGo();
    if (draining.aborted && !signal.aborted && isCaller && replyTo) return 'left';
    throw cause;
  }
}

async function reread(context: HandlerContext<Config>, key: string, entry: JournalEntry): Promise<JournalEntry> {
  return (await readEntry(context.keyValue, context.scope, key)) ?? entry;
}

/** The frames of an invocation that another request has begun. */
export function joined(
  running: RunningInvocation,
  { requestHash }: JournalEntry,
  context: HandlerContext<Config>,
): AsyncGenerator<Frame, void> {
  if (running.requestHash !== requestHash) throw otherRequest();
  return followed(running, context, false);
}

/**
 * The frames of a running invocation. When the caller of the one who started it goes, it ends, unless only its time is over, or it has a key
 * of the caller's, who may ask again by it: what is journaled is finished.
 */
export async function* followed(
  running: RunningInvocation,
  { requestId, signal, goesOnAt }: HandlerContext<Config>,
  isOwn: boolean,
): AsyncGenerator<Frame, void> {
  const { frames, invocation } = running;
  const isCaller = requestId === invocation.requestId;
  const mayBeAskedAgain = running.isJournaled && running.key !== requestId;
  const onAbort = () => {
    const reason = signal.reason instanceof OperationError ? signal.reason : cancelledByCaller();
    if (reason.type === 'unavailable') running.leave(reason);
    else if (!(reason.type === 'deadline-exceeded' ? running.isJournaled : mayBeAskedAgain)) running.end(reason);
  };
  if (isOwn && signal.aborted) onAbort();
  if (isOwn) signal.addEventListener('abort', onAbort, { once: true });
  try {
    let isFirst = true;
    for await (const frame of isCaller && isOwn ? frames.send(signal) : frames.follow(signal, isCaller)) {
      if (isCaller && isFirst) goesOnAt(frames.first);
      isFirst = false;
      yield frame;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
