import type { TrustGraphPlace } from '@agent-mem/service-kit';
import { configQueues, type ErrorForm, type FlowServer, serveFlows } from '@agent-mem/trustgraph';
import type { AgentContext } from '../agent-context.ts';
import type { Tool } from '../tool.ts';
import { flowStates } from './flow-state.ts';
import { takeDialogueStep } from './take-dialogue-step.ts';

/** Answers the questions of all TrustGraph flows that configuration gives the processor, until it is disposed. */
export function serveDialogues(context: AgentContext, place: TrustGraphPlace, tools: readonly Tool[]): FlowServer {
  const { clock, config, log } = context;
  const { topics, processorId, concurrency, configPushQueue, configTimeoutMs, configTypes } = place;
  const agent = { context, processorId, configTypes, tools, stateOf: flowStates(log) };
  return serveFlows({
    topics,
    clock,
    log,
    processorId,
    types: ['tool', 'tool-service', 'prompt', ...configTypes],
    queues: { ...configQueues, push: configPushQueue },
    timeoutMs: configTimeoutMs,
    concurrency,
    // Its variable takes no other words.
    errors: config.TRUSTGRAPH_ERROR_FORM as ErrorForm,
    handle: (call, flow) => takeDialogueStep(agent, call, flow),
  });
}
