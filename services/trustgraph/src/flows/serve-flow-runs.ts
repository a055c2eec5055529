import type { Tool } from '@agent-mem/agent-loop';
import type { RuleSource } from '@agent-mem/policy';
import { configQueues, type ErrorForm, type ServedFlow, serveFlows } from '@agent-mem/trustgraph';
import type { Deployment } from '../deployment.ts';
import { factWriter } from '../facts-to-triples.ts';
import type { FlowContext } from '../flow-context.ts';
import { takeFlowRunStep } from '../steps/take-flow-run-step.ts';
import { flowStates } from './flow-state.ts';
import { StepJournal } from './step-journal.ts';
import { takeUpFlowRuns } from './take-up-flow-runs.ts';

/** The agent at work in its flows. A process that stops gives what is in work until its signal is aborted, and then leaves it to others. */
export interface FlowRunServer extends AsyncDisposable {
  /** Resolves when the flows of the first fetch are open. */
  readonly ready: Promise<void>;
  /** The flows that are open now. */
  readonly running: readonly ServedFlow[];
}

/** Answers the questions of all TrustGraph flows that configuration gives the processor, until it is disposed. */
export function serveFlowRuns(context: FlowContext & RuleSource, deployment: Deployment, tools: readonly Tool[]): FlowRunServer {
  const { clock, config, draining, log, signal } = context;
  const { topics, processorId, concurrency, leftTo, configPushQueue, configTimeoutMs, configTypes } = deployment;
  const agent = { context, processorId, configTypes, tools, rules: context, stateOf: flowStates(log) };
  // Its variable takes no other words.
  const errors = config.TRUSTGRAPH_ERROR_FORM as ErrorForm;
  const journal = new StepJournal(context, { processorId, policy: context.defaultSettings, leftTo });
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
    signal,
    // Where all instances see one journal, another one finds the steps there: a stop does not wait.
    ...(leftTo === 'others' && { returnMs: 0 }),
    journal: (step, flow) => journal.record(step, flow.entry),
    handle: (call, flow) => takeFlowRunStep(agent, call, flow),
  });
  const facts = factWriter({ context, processorId, configTypes, server, topics });
  const takingUp = takeUpFlowRuns({ context, processorId, journal, server, topics, errors, facts });
  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= (async () => {
      // First: meanwhile the leases of what is in work are held.
      await server[Symbol.asyncDispose]();
      await takingUp[Symbol.asyncDispose]();
      await facts[Symbol.asyncDispose]();
    })();
    return stopped;
  };
  // Also while requests by other ways in are waited for. Disposing says what fails.
  draining.addEventListener('abort', () => stop().catch(() => undefined), { once: true });
  return {
    ready: server.ready,
    get running() {
      return server.running;
    },
    [Symbol.asyncDispose]: stop,
  };
}
