import type { TrustGraphDeployment } from '@agent-mem/service-kit';
import { configQueues, type ErrorForm, serveFlows } from '@agent-mem/trustgraph';
import type { AgentContext } from '../agent-context.ts';
import type { Tool } from '../tool.ts';
import { flowStates } from './flow-state.ts';
import type { RulesOfScopes } from './memory-rules.ts';
import { StepJournal } from './step-journal.ts';
import { takeDialogueStep } from './take-dialogue-step.ts';
import { takeUpDialogues } from './take-up-dialogues.ts';
import { factWriter } from './write-facts.ts';

/** The agent at work in its flows. Disposing ends what is in work by an error, and leaves the flows. */
export interface DialogueServer extends AsyncDisposable {
  /** Resolves when the flows of the first fetch are open. */
  readonly ready: Promise<void>;
}

/** Answers the questions of all TrustGraph flows that configuration gives the processor, until it is disposed. */
export function serveDialogues(
  context: AgentContext & RulesOfScopes,
  deployment: TrustGraphDeployment,
  tools: readonly Tool[],
): DialogueServer {
  const { clock, config, log } = context;
  const { topics, processorId, concurrency, configPushQueue, configTimeoutMs, configTypes } = deployment;
  const agent = { context, processorId, configTypes, tools, rules: context, stateOf: flowStates(log) };
  // Its variable takes no other words.
  const errors = config.TRUSTGRAPH_ERROR_FORM as ErrorForm;
  const { sensitiveData } = context.defaultSettings;
  const journal = new StepJournal(context, { processorId, sensitiveData, isShared: deployment.sharesKeyValue });
  const server = serveFlows({
    topics,
    clock,
    log,
    processorId,
    types: ['tool', 'tool-service', 'prompt', ...configTypes],
    queues: { ...configQueues, push: configPushQueue },
    timeoutMs: configTimeoutMs,
    concurrency,
    errors,
    journal: (step, flow) => journal.record(step, flow.entry),
    handle: (call, flow) => takeDialogueStep(agent, call, flow),
  });
  const facts = factWriter({ context, processorId, configTypes, server, topics });
  const takingUp = takeUpDialogues({ context, processorId, journal, server, topics, errors, facts });
  return {
    ready: server.ready,
    async [Symbol.asyncDispose]() {
      await takingUp[Symbol.asyncDispose]();
      await facts[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
