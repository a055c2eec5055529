import type { ConfigWatchOptions } from '../config/config-watch.ts';
import { type FlowClients, openFlowClients } from '../flow-clients.ts';
import { type FlowServer, openInFlows, type RunningFlow } from '../flow-server.ts';
import { type AgentCall, type AgentDoorOptions, openAgentDoor } from './agent-door.ts';

/** The flow that a question came by, as it is while the question is worked on. */
export interface ServedFlow extends RunningFlow {
  readonly clients: FlowClients;
}

/** What an agent brings to serve its flows. */
export interface ServeFlowsOptions
  extends Omit<ConfigWatchOptions, 'onChange'>,
    Pick<AgentDoorOptions, 'errors' | 'concurrency' | 'maxWaiting'> {
  /** As of `openAgentDoor`; `concurrency` and `maxWaiting` count for each flow. */
  readonly handle: (call: AgentCall, flow: ServedFlow) => Promise<void>;
}

/**
 * Opens a door and clients in every flow that configuration gives the processor, and closes them with the flow, until it is disposed, which
 * ends what is in work by an error and unsubscribes.
 */
export function serveFlows({ handle, errors, concurrency, maxWaiting, ...options }: ServeFlowsOptions): FlowServer {
  const { topics, clock, log, processorId } = options;
  return openInFlows(options, async (running) => {
    await using opened = new AsyncDisposableStack();
    const clients = opened.use(await openFlowClients({ topics, clock }, running.entry));
    const flow = {
      get entry() {
        return running.entry;
      },
      clients,
      settings: running.settings,
    };
    // The door last: who comes finds all else open. It is the first to be closed.
    opened.use(
      await openAgentDoor({
        topics,
        processorId,
        entry: running.entry,
        handle: (call) => handle(call, flow),
        ...(log && { log }),
        ...(errors && { errors }),
        ...(concurrency && { concurrency }),
        ...(maxWaiting && { maxWaiting }),
      }),
    );
    return opened.move();
  });
}
