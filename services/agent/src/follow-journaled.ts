import type { Frame, ToolOrigin } from '@agent-mem/agent-loop';
import { OperationError } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';
import { publishEnding } from './end-invocation.ts';
import { framesAgain } from './frames-again.ts';
import { cancelledByCaller, instanceOf, type RunningInvocation, runningByKey } from './instance.ts';
import { readEntry, takeOver } from './journal/entries.ts';
import { isEnded, type JournalEntry, otherRequest } from './journal/journal-entry.ts';
import { holdLease } from './journal/unfinished.ts';
import { startInvocation } from './start-invocation.ts';

/** How often a repeat looks whether the instance that runs its invocation has the answer. */
const lookEveryMs = 250;

/** Who follows an invocation. */
interface Follower {
  /** It was accepted just now, so that no other instance can have it. */
  readonly isFirst: boolean;
  /** The request is the one that the journal names as its caller. */
  readonly isCaller: boolean;
}

/** The frames of an invocation in the journal: it is begun here, gone on with, joined, or waited for where another instance runs it. */
export async function* followJournaled(
  accepted: JournalEntry,
  context: HandlerContext<Config>,
  tools: readonly ToolOrigin[],
  { isFirst: isNew, isCaller }: Follower,
): AsyncGenerator<Frame, void> {
  const { clock, keyValue, scope, signal } = context;
  const instance = instanceOf(context);
  const key = accepted.key ?? '';
  let entry = accepted;
  for (let isFirst = isNew; ; isFirst = false) {
    const running = runningByKey(instance, scope, key);
    if (running) return yield* joined(running, entry, context);
    if (entry.state === 'done' && entry.frame) {
      // Its caller has had the frames before the last.
      if (isCaller) return yield entry.frame;
      return yield* framesAgain(context, scope, { ...entry, frame: entry.frame });
    }
    if (await holdLease(keyValue, scope, entry.invocation, instance.id)) {
      // Another instance may have gone on with it since we looked.
      if (!isFirst) entry = await reread(context, key, entry);
      if (isEnded(entry)) await publishEnding(context, scope, entry, { isJournaled: true, sendsFinalFrame: !isCaller });
      else if (entry.state === 'running' && !runningByKey(instance, scope, key)) {
        if (!isFirst) entry = await takeOver(keyValue, scope, entry);
        // Looked at again after each wait: a periodic job or another request may have begun to run it here.
        if (!runningByKey(instance, scope, key)) {
          const asked = isCaller ? 'here' : 'elsewhere';
          const { request } = entry;
          if (!request) throw new OperationError('internal', 'An invocation that is not done has lost its request');
          yield* followed(startInvocation(context, instance, scope, entry, request, tools, true, asked), context, true);
          return;
        }
      }
    } else await clock.sleep(lookEveryMs, signal);
    entry = await reread(context, key, entry);
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
