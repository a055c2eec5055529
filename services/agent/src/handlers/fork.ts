import { type Frame, memoryRules, type ToolOrigin } from '@agent-mem/agent-loop';
import { type AgentRequest, canonicalId, type ForkRequest, OperationError, requestHash } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { conversationBefore } from '../forking/conversation-before.ts';
import { forkedSteps } from '../forking/forked-steps.ts';
import { runToFork } from '../forking/run-to-fork.ts';
import type { Instance } from '../instance.ts';
import { modelOf } from '../model-of.ts';
import { checkMayWait } from '../waiting/caller-tools.ts';
import { journaled } from './invoke.ts';

/** Begins a new run behind steps of another, which stays as it is. A repeat joins the new run, or gets its frames again. */
export function forkWith(tools: readonly ToolOrigin[]) {
  return async function* fork(request: ForkRequest, context: HandlerContext<Config, Instance>): AsyncGenerator<Frame, void> {
    const { idempotencyKey, requestId, scope, signal } = context;
    const { question, model, streaming, may_wait } = request;
    const run = await runToFork(context, scope, canonicalId('inv', request.invocation_id) ?? request.invocation_id);
    const resumed = forkedSteps(run, request);
    const asked: AgentRequest = {
      ...run.request,
      ...(question !== null && { question }),
      ...(model !== null && { model }),
      streaming,
      may_wait,
      tools: may_wait ? run.request.tools : [],
    };
    modelOf(context, asked);
    const rules = await memoryRules(context, context, scope, run.invocation.conversationId, signal);
    if (rules.memory === 'off')
      throw new OperationError('failed-precondition', 'memory is off here, and a fork begins from what is stored');
    checkMayWait(asked, false);

    const key = idempotencyKey ?? requestId;
    const conversation = request.conversation_id ?? (await conversationBefore(context, run, key));
    const forked = {
      request: { ...asked, conversation_id: conversation },
      requestHash: requestHash('agent', 'fork', request),
      resumed,
    };
    yield* journaled(forked, context, rules, key, tools);
  };
}
