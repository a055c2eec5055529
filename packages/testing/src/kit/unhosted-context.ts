import type { Caller, Notices } from '@agent-mem/messaging';
import { createHostMetrics, type HostMetrics } from '@agent-mem/observability';
import { createReceipts } from '@agent-mem/recall';
import { createWaker, type Logger } from '@agent-mem/runtime';
import {
  createModelAbsence,
  createPurge,
  createRequestsFirst,
  type HostPorts,
  type ServiceContext,
} from '@agent-mem/service-kit';

/** Of a process that gets none. */
const silentNotices: Notices = {
  client: 'nobody',
  listen: () => ({ received: 0, after: () => new Promise(() => undefined), [Symbol.dispose]: () => undefined }),
};

/** What an unhosted service is given. */
export interface UnhostedOptions {
  readonly caller: Caller;
  readonly log: Logger;
  readonly metrics?: HostMetrics;
  /** Aborted when it is to stop. Default: never. */
  readonly signal?: AbortSignal;
}

/** What a service of this name has outside any request, without a host and without kinds of its own. */
export function unhostedContext<Config>(
  name: string,
  config: Config,
  ports: HostPorts,
  { caller, log, metrics = createHostMetrics(), signal = new AbortController().signal }: UnhostedOptions,
): ServiceContext<Config> {
  return {
    ...ports,
    config,
    state: undefined,
    caller,
    learningModel: () => ports.chatModel,
    notices: silentNotices,
    index: async () => undefined,
    indexByOwners: async () => undefined,
    purge: createPurge({ name, kinds: null }, ports),
    receipts: createReceipts(ports, { log }),
    log,
    metrics: metrics.ofService(name),
    modelAbsence: createModelAbsence(ports.clock),
    draining: signal,
    requestsFirst: createRequestsFirst(),
    jobWaker: createWaker(ports.clock),
    signal,
  };
}
