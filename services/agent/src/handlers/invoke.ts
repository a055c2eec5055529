import { type Frame, memoryRules, type ToolOrigin } from '@agent-mem/agent-loop';
import type { AgentRequest } from '@agent-mem/contract';
import type { SensitivePolicy } from '@agent-mem/policy';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { AgentContext } from '../agent-context.ts';
import type { Config } from '../config.ts';
import { followed, followJournaled, joined } from '../follow-journaled.ts';
import { cancelledByCaller, type Instance, runningByKey } from '../instance.ts';
import { acceptInvocation } from '../journal/entries.ts';
import { type AskedFor, askedByInvoke, newEntry } from '../journal/journal-entry.ts';
import { notePending } from '../journal/pending.ts';
import { modelOf } from '../model-of.ts';
import { lookEveryMs } from '../places/turn.ts';
import { waitHere } from '../places/wait-here.ts';
import { startInvocation } from '../start-invocation.ts';
import { callerTools, checkMayWait, checkToolNames } from '../waiting/caller-tools.ts';

/** Answers a question. A repeat of the request joins the run, or gets its frames again. */
export function invokeWith(tools: readonly ToolOrigin[]) {
  return async function* invoke(request: AgentRequest, context: HandlerContext<Config, Instance>): AsyncGenerator<Frame, void> {
    const { idempotencyKey, scope, signal } = context;
    callerTools(request);
    modelOf(context, request);
    const rules = await memoryRules(context, context, scope, request.conversation_id, signal);
    const memoryIsOff = rules.memory === 'off';
    checkMayWait(request, memoryIsOff);
    await checkToolNames(request, context, tools);
    if (memoryIsOff || idempotencyKey === null || request.enable_memory === false)
      yield* passing(request, { ...context, memoryIsOff }, rules, tools);
    else yield* journaled(askedByInvoke(request), context, rules, idempotencyKey, tools);
  };
}

/** Written down first, so that it survives this process. */
export async function* journaled(
  asked: AskedFor,
  context: HandlerContext<Config, Instance>,
  policy: SensitivePolicy,
  key: string,
  tools: readonly ToolOrigin[],
): AsyncGenerator<Frame, void> {
  const { keyValue, scope } = context;
  using entering = new DisposableStack();
  const place = context.state.places.enter(scope);
  entering.defer(() => place?.[Symbol.dispose]());
  const made = newEntry(key, asked, policy, context);
  const { entry, isNew, isHeld } = await acceptInvocation(keyValue, scope, made, place && context.state.id);
  const isCaller = entry.invocation.requestId === context.requestId;
  // One that is new waits for this process alone where only this one can send its frames to the caller.
  const isForAll = !isNew || context.replyTo !== null;
  if (!place && isForAll && entry.state === 'running' && entry.runs === 0)
    await notePending(keyValue, scope, entry.invocation, { key, deadline: context.deadline });
  await context.accepted({ isHandedOn: isCaller });
  entering.move();
  yield* followJournaled(entry, context, tools, { isFirst: isNew, isCaller, isHeld, place });
}

/** Without memory nothing of it is written anywhere: a repeat joins it while it runs here, and is another invocation afterwards. */
async function* passing(
  request: AgentRequest,
  context: HandlerContext<Config, Instance> & Pick<AgentContext, 'memoryIsOff'>,
  policy: SensitivePolicy,
  tools: readonly ToolOrigin[],
): AsyncGenerator<Frame, void> {
  const { clock, draining, idempotencyKey, scope, signal, state: instance } = context;
  const entry = newEntry(idempotencyKey, askedByInvoke(request), policy, context);
  // The prompt does not promise the model a memory.
  const run = context.memoryIsOff ? { ...request, enable_memory: false } : request;
  const { invocation } = entry;
  using waiting = waitHere(instance.places, { scope, invocation, key: idempotencyKey });
  for (
    let place = instance.places.enter(scope);
    ;
    place = await waiting.within(clock, lookEveryMs, AbortSignal.any([signal, draining]))
  ) {
    const running = runningByKey(instance, scope, idempotencyKey);
    if (running) place?.[Symbol.dispose]();
    if (running) return yield* joined(running, entry, context);
    if (waiting.isCancelled) place?.[Symbol.dispose]();
    if (waiting.isCancelled) throw cancelledByCaller();
    if (!place) continue;
    const options = { scope, entry, request: run, tools, isJournaled: false, asked: 'here', place } as const;
    return yield* followed(startInvocation(context, instance, options), context, true);
  }
}
