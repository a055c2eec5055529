import { type Frame, memoryRules, type ToolOrigin } from '@agent-mem/agent-loop';
import { type AgentRequest, OperationError } from '@agent-mem/contract';
import type { SensitivePolicy } from '@agent-mem/policy';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { AgentContext } from '../agent-context.ts';
import type { Config } from '../config.ts';
import { publishEnding } from '../end-invocation.ts';
import { cancelledByCaller, instanceOf, type RunningInvocation, runningByKey } from '../instance.ts';
import {
  acceptInvocation,
  holdLease,
  isEnded,
  type JournalEntry,
  newEntry,
  otherRequest,
  readEntry,
  takeOver,
} from '../journal.ts';
import { startInvocation } from '../start-invocation.ts';

/** How often a repeat looks whether the instance that runs its invocation has the answer. */
const lookEveryMs = 250;

/** Answers a question. A repeat of the request joins the run, or gets the last frame again. */
export function invokeWith(tools: readonly ToolOrigin[]) {
  return async function* invoke(request: AgentRequest, context: HandlerContext<Config>): AsyncGenerator<Frame, void> {
    const { idempotencyKey, scope, signal } = context;
    const rules = await memoryRules(context, context, scope, request.conversation_id, signal);
    const memoryIsOff = rules.memory === 'off';
    if (memoryIsOff || idempotencyKey === null || request.enable_memory === false)
      yield* passing(request, { ...context, memoryIsOff }, rules, tools);
    else yield* journaled(request, context, rules, idempotencyKey, tools);
  };
}

/** Written down first, so that it survives this process. */
async function* journaled(
  request: AgentRequest,
  context: HandlerContext<Config>,
  policy: SensitivePolicy,
  key: string,
  tools: readonly ToolOrigin[],
): AsyncGenerator<Frame, void> {
  const { clock, keyValue, scope, signal } = context;
  const instance = instanceOf(context);
  const accepted = await acceptInvocation(keyValue, scope, key, context, request, policy, clock.now());
  let { entry } = accepted;
  const isCaller = entry.invocation.requestId === context.requestId;
  context.accepted({ isHandedOn: isCaller });
  for (let isFirst = accepted.isNew; ; isFirst = false) {
    const running = runningByKey(instance, scope, key);
    if (running) return yield* joined(running, entry, context);
    if (entry.state === 'done' && entry.frame) return yield entry.frame;
    if (await holdLease(keyValue, scope, entry.invocation, instance.id)) {
      // Another instance may have gone on with it since we looked.
      if (!isFirst) entry = await reread(context, key, entry);
      if (isEnded(entry)) await publishEnding(context, scope, entry, { isJournaled: true, sendsFinalFrame: !isCaller });
      else if (entry.state === 'running' && !runningByKey(instance, scope, key)) {
        if (!isFirst) entry = await takeOver(keyValue, scope, entry);
        // Looked at again after each wait: a periodic job or another request may have begun to run it here.
        if (!runningByKey(instance, scope, key)) {
          const asked = isCaller ? 'here' : 'elsewhere';
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

/** Without memory nothing of it is written anywhere: a repeat joins it while it runs here, and is another invocation afterwards. */
async function* passing(
  request: AgentRequest,
  context: HandlerContext<Config> & Pick<AgentContext, 'memoryIsOff'>,
  policy: SensitivePolicy,
  tools: readonly ToolOrigin[],
): AsyncGenerator<Frame, void> {
  const { clock, idempotencyKey, scope } = context;
  const instance = instanceOf(context);
  const entry = newEntry(idempotencyKey, context, request, policy, clock.now());
  // The prompt does not promise the model a memory.
  const run = context.memoryIsOff ? { ...request, enable_memory: false } : request;
  const running = runningByKey(instance, scope, idempotencyKey);
  if (running) return yield* joined(running, entry, context);
  yield* followed(startInvocation(context, instance, scope, entry, run, tools, false, 'here'), context, true);
}

/** The frames of an invocation that another request has begun. */
function joined(
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
async function* followed(
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
    for await (const frame of isCaller && isOwn ? frames.send(signal) : frames.follow(signal)) {
      if (isCaller && isFirst) goesOnAt(frames.first);
      isFirst = false;
      yield frame;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
