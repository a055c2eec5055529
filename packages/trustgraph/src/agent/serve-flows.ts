import { flowKey } from '../config/changes.ts';
import type { ConfigWatchOptions } from '../config/config-watch.ts';
import { type FlowClients, openFlowClients } from '../flow-clients.ts';
import type { FlowEntry } from '../flow-entry.ts';
import { type FlowServer, openInFlows, type RunningFlow } from '../flow-server.ts';
import type { AgentCall, JournaledStep, TakenStep } from './agent-call.ts';
import { type AgentConsumer, type AgentConsumerOptions, openAgentConsumer } from './agent-consumer.ts';

/** The flow that a question came by, as it is while the question is worked on. */
export interface ServedFlow extends RunningFlow {
  readonly clients: FlowClients;
}

/** What an agent brings to serve its flows. */
export interface ServeFlowsOptions
  extends Omit<ConfigWatchOptions, 'onChange'>,
    Pick<AgentConsumerOptions, 'errors' | 'concurrency' | 'returnMs'> {
  /** As of `openAgentConsumer`; `concurrency` counts for each flow. */
  readonly handle: (call: AgentCall, flow: ServedFlow) => Promise<void>;
  /** As of `openAgentConsumer`. */
  readonly journal?: (step: TakenStep, flow: ServedFlow) => Promise<JournaledStep | null>;
  /** Aborted when what is in work while the process stops is to be left. */
  readonly signal: AbortSignal;
}

/** An agent at work in all its flows. */
export interface AgentServer extends FlowServer {
  /** Takes a step as if it had come by the queue of that flow. Answers whether the flow is open. */
  take(flow: Pick<FlowEntry, 'workspace' | 'flow'>, step: TakenStep): boolean;
  /** The flows that are open now, with their settings and clients. */
  readonly running: readonly ServedFlow[];
}

/**
 * Opens a consumer and clients in every flow that configuration gives the processor, and closes them with the flow. A flow that stops ends what is in
 * work by an error; disposing, for the process stops, leaves it to other instances where it does not end before `signal` is aborted.
 */
export function serveFlows({
  handle,
  journal,
  errors,
  concurrency,
  returnMs,
  signal,
  ...options
}: ServeFlowsOptions): AgentServer {
  const { topics, clock, log, processorId } = options;
  const consumers = new Map<string, { readonly consumer: AgentConsumer; readonly flow: ServedFlow }>();
  let isLeaving = false;
  const server = openInFlows(options, async (running) => {
    await using opened = new AsyncDisposableStack();
    const clients = opened.use(await openFlowClients({ topics, clock }, running.entry));
    const flow = {
      get entry() {
        return running.entry;
      },
      clients,
      settings: running.settings,
    };
    // The consumer last: who comes finds all else open. It is the first to be closed.
    const consumer = opened.use(
      await openAgentConsumer({
        topics,
        processorId,
        entry: running.entry,
        handle: (call) => handle(call, flow),
        ...(journal && { journal: (step) => journal(step, flow) }),
        ...(log && { log }),
        ...(errors && { errors }),
        ...(concurrency && { concurrency }),
        ...(returnMs !== undefined && { returnMs }),
        clock,
      }),
    );
    const key = flowKey(running.entry.workspace, running.entry.flow);
    consumers.set(key, { consumer, flow });
    opened.defer(async () => {
      if (isLeaving) await consumer.leave(signal);
    });
    const resources = opened.move();
    return {
      async [Symbol.asyncDispose]() {
        if (consumers.get(key)?.consumer === consumer) consumers.delete(key);
        await resources.disposeAsync();
      },
    };
  });
  return {
    ready: server.ready,
    get flows() {
      return server.flows;
    },
    take({ workspace, flow }, step) {
      const open = consumers.get(flowKey(workspace, flow));
      open?.consumer.take(step);
      return open !== undefined;
    },
    get running() {
      return [...consumers.values()].map(({ flow }) => flow);
    },
    async [Symbol.asyncDispose]() {
      isLeaving = true;
      await server[Symbol.asyncDispose]();
    },
  };
}
