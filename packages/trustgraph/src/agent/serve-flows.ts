import type { ConfigChange } from '../config/changes.ts';
import type { Entries } from '../config/config-state.ts';
import { ConfigWatch, type ConfigWatchOptions } from '../config/config-watch.ts';
import { type FlowClients, openFlowClients } from '../flow-clients.ts';
import type { FlowEntry } from '../flow-entry.ts';
import { type AgentCall, type AgentDoor, type AgentDoorOptions, openAgentDoor } from './agent-door.ts';

/** The flow that a question came by, as it is while the question is worked on. */
export interface ServedFlow {
  /** With the parameters of now. */
  readonly entry: FlowEntry;
  readonly clients: FlowClients;
  /** The entries of a watched config type in the flow's workspace, of now. */
  settings(type: string): Entries;
}

/** What an agent brings to serve its flows. */
export interface ServeFlowsOptions
  extends Omit<ConfigWatchOptions, 'onChange'>,
    Pick<AgentDoorOptions, 'errors' | 'concurrency' | 'maxWaiting'> {
  /** As of `openAgentDoor`; `concurrency` and `maxWaiting` count for each flow. */
  readonly handle: (call: AgentCall, flow: ServedFlow) => Promise<void>;
}

/** An agent at work in all its flows. Disposing ends what is in work by an error and unsubscribes. */
export interface FlowServer extends AsyncDisposable {
  /** Resolves when the flows of the first fetch are open. */
  readonly ready: Promise<void>;
  /** The flows that are open now. */
  readonly flows: readonly FlowEntry[];
}

interface OpenFlow extends AsyncDisposable {
  entry: FlowEntry;
  readonly door: AgentDoor;
}

/** Opens a door and clients in every flow that configuration gives the processor, and closes them with the flow, until it is disposed. */
export function serveFlows({ handle, errors, concurrency, maxWaiting, ...options }: ServeFlowsOptions): FlowServer {
  const open = new Map<string, OpenFlow>();
  const keyOf = ({ workspace, flow }: FlowEntry) => JSON.stringify([workspace, flow]);

  const begin = async (entry: FlowEntry) => {
    const { topics, clock, log, processorId } = options;
    await using opened = new AsyncDisposableStack();
    const clients = opened.use(await openFlowClients({ topics, clock }, entry));
    const flow = {
      get entry() {
        return open.get(keyOf(entry))?.entry ?? entry;
      },
      clients,
      settings: (type: string) => watch.entries(type, entry.workspace),
    };
    // The door last: who comes finds all else open. It is the first to be closed.
    const door = opened.use(
      await openAgentDoor({
        topics,
        processorId,
        entry,
        handle: (call) => handle(call, flow),
        ...(log && { log }),
        ...(errors && { errors }),
        ...(concurrency && { concurrency }),
        ...(maxWaiting && { maxWaiting }),
      }),
    );
    const kept = opened.move();
    open.set(keyOf(entry), { entry, door, [Symbol.asyncDispose]: () => kept.disposeAsync() });
  };
  const onChange = async (change: ConfigChange) => {
    if (change.kind === 'settings-changed') return;
    const key = keyOf(change.entry);
    const present = open.get(key);
    if (change.kind === 'flow-appeared') return begin(change.entry);
    if (change.kind === 'flow-changed') {
      if (present) present.entry = change.entry;
      return;
    }
    open.delete(key);
    await present?.[Symbol.asyncDispose]();
  };
  const watch = ConfigWatch.start({ ...options, onChange });

  return {
    ready: watch.ready,
    get flows() {
      return [...open.values()].map(({ entry }) => entry);
    },
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]();
      await Promise.all([...open.values()].map((flow) => flow[Symbol.asyncDispose]()));
      open.clear();
    },
  };
}
