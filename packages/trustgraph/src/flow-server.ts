import type { ConfigChange } from './config/changes.ts';
import type { Entries } from './config/config-state.ts';
import { ConfigWatch, type ConfigWatchOptions } from './config/config-watch.ts';
import type { FlowEntry } from './flow-entry.ts';

/** A flow that runs, as it is when it is looked at. */
export interface RunningFlow {
  /** With the parameters of now. */
  readonly entry: FlowEntry;
  /** The entries of a watched config type in the flow's workspace, of now. */
  settings(type: string): Entries;
}

/** What stands open in all flows of a processor. Disposing closes it in each, and stops following the configuration. */
export interface FlowServer extends AsyncDisposable {
  /** Resolves when the flows of the first fetch are open. */
  readonly ready: Promise<void>;
  /** The flows that are open now. */
  readonly flows: readonly FlowEntry[];
}

interface OpenFlow extends AsyncDisposable {
  entry: FlowEntry;
}

/** Opens something in every flow that configuration gives the processor, and closes it with the flow, until it is disposed. What cannot be opened is tried again. */
export function openInFlows(
  options: Omit<ConfigWatchOptions, 'onChange'>,
  open: (flow: RunningFlow) => Promise<AsyncDisposable>,
): FlowServer {
  const opened = new Map<string, OpenFlow>();
  let isClosed = false;
  const keyOf = ({ workspace, flow }: FlowEntry) => JSON.stringify([workspace, flow]);
  const begin = async (entry: FlowEntry) => {
    const inFlow = await open({
      get entry() {
        return opened.get(keyOf(entry))?.entry ?? entry;
      },
      settings: (type) => watch.entries(type, entry.workspace),
    });
    // It was opened too late.
    if (isClosed) return await inFlow[Symbol.asyncDispose]();
    opened.set(keyOf(entry), { entry, [Symbol.asyncDispose]: () => inFlow[Symbol.asyncDispose]() });
  };
  const onChange = async (change: ConfigChange) => {
    if (change.kind === 'settings-changed') return;
    if (change.kind === 'flow-appeared') return begin(change.entry);
    const key = keyOf(change.entry);
    const present = opened.get(key);
    if (change.kind === 'flow-changed') {
      if (present) present.entry = change.entry;
      return;
    }
    opened.delete(key);
    await present?.[Symbol.asyncDispose]();
  };
  const watch = ConfigWatch.start({ ...options, onChange });
  return {
    ready: watch.ready,
    get flows() {
      return [...opened.values()].map(({ entry }) => entry);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await watch[Symbol.asyncDispose]();
      await Promise.all([...opened.values()].map((flow) => flow[Symbol.asyncDispose]()));
      opened.clear();
    },
  };
}
