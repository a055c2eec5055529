import { randomUUID } from 'node:crypto';
import { type Access, createAccess, openAccess } from '@agent-mem/access';
import { neverAborted, type ServiceName } from '@agent-mem/contract';
import { type Bus, type Caller, createCaller, type Dispatch, type Notices } from '@agent-mem/messaging';
import {
  createHostMetrics,
  createRequestObserver,
  type HostMetrics,
  type RequestObserver,
  spanningCaller,
  type Tracing,
  tracedPorts,
} from '@agent-mem/observability';
import { createReceipts, type IndexNodes, type Receipts } from '@agent-mem/recall';
import { type ConfigOf, createWaker, untilAborted, type Variables } from '@agent-mem/runtime';
import type { HostPorts, ServiceContext } from '../context.ts';
import { createPurge } from '../create-purge.ts';
import { createModelAbsence } from '../learning/model-absence.ts';
import { modelsOf } from '../model/learning-model.ts';
import { stopping } from '../pipeline/request-signal.ts';
import { createAway } from '../readiness.ts';
import { createRequestsFirst, type RequestsFirst } from '../requests-first.ts';
import { vouchedBus } from '../transports/bus/bus-access.ts';
import { localCaller } from '../transports/local.ts';
import { reachableCaller } from '../transports/reachable-caller.ts';
import { type Activity, createActivity } from './activity.ts';
import type { HostOptions } from './host-options.ts';

/** What everything that a process hosts stands on. Disposing interrupts what still runs. */
export interface HostBase extends AsyncDisposable {
  /** This process, by a name that no other has. */
  readonly clientId: string;
  /** With spans, and with a bus on which the process vouches for what it publishes. */
  readonly ports: HostPorts;
  /** The bus that requests come by: one that is passed on has the token of its caller, or none. */
  readonly requestBus: Bus;
  readonly metrics: HostMetrics;
  readonly observer: RequestObserver;
  readonly tracing: Tracing | null;
  readonly access: Access;
  readonly tokenAccess: Access;
  /** How requests that come over the bus are checked; `null`: they are not. */
  readonly busAccess: Access | null;
  readonly activity: Activity;
  readonly requestsFirst: RequestsFirst;
  readonly caller: Caller;
  readonly notices: Notices;
  readonly receipts: Receipts;
  /** Says whether the bus or a store is away. */
  readonly isAway: () => Promise<boolean>;
  /** The services that this process asks directly; grows while it starts. */
  readonly dispatches: Map<ServiceName, Dispatch>;
  /** How the services of this process index what they own; grows while it starts. */
  readonly indexes: Set<IndexNodes>;
  /** What a plugin or a connector has of this name; a service has its own kinds beside. */
  contextOf(name: string, config: ConfigOf<Variables>): ServiceContext<ConfigOf<Variables>>;
  /** Aborted when the process begins to stop. */
  readonly draining: AbortSignal;
  /** Aborted when what still runs then is to end. */
  readonly stopped: AbortSignal;
  drain(): void;
  interrupt(): void;
}

/** Opens what the parts of a host share. Rejects if the bus is out of reach. */
export async function openHostBase({
  log,
  tenant,
  tracing = null,
  flowModel = null,
  signal = neverAborted,
  ...options
}: HostOptions): Promise<HostBase> {
  await using opening = new AsyncDisposableStack();
  const [draining, stopped] = [new AbortController(), new AbortController()];
  const interrupt = () => stopped.abort(stopping());
  opening.defer(interrupt);

  const metrics = createHostMetrics();
  const traced = tracedPorts(options.ports, tracing);
  const { clock } = traced;
  const accessOf = (given: HostOptions['access']) =>
    given ? createAccess({ ...given, clock, log, refused: metrics.refused }) : openAccess;
  const busAccess = options.busAccess ? accessOf(options.busAccess) : null;
  const bus = options.busAccess && busAccess ? vouchedBus(traced.bus, options.busAccess.sign, busAccess) : traced.bus;
  const ports = { ...traced, bus };

  const clientId = `host-${randomUUID()}`;
  const busCaller = await untilAborted(createCaller(bus, { clientId, clock, tenant }), signal);
  const { notices } = busCaller;
  const dispatches = new Map<ServiceName, Dispatch>();
  const indexes = new Set<IndexNodes>();
  const plainCaller = opening.use(localCaller(dispatches, reachableCaller(busCaller, new Set(options.unhosted)), clock));
  const caller = tracing ? spanningCaller(plainCaller, tracing) : plainCaller;
  const receipts = opening.use(createReceipts(ports, { log }));
  const requestsFirst = createRequestsFirst();

  const open = opening.move();
  return {
    requestBus: traced.bus,
    ...{ clientId, ports, metrics, tracing, busAccess, requestsFirst, caller, receipts, dispatches, indexes, interrupt },
    notices,
    isAway: createAway(ports),
    observer: createRequestObserver(log, metrics),
    access: accessOf(options.access),
    tokenAccess: accessOf(options.tokenAccess),
    activity: createActivity(),
    contextOf: (name, config) => ({
      ...ports,
      ...modelsOf({ ...ports, flowModel }, { caller, clock }, metrics.ofService(name).modelUsage),
      modelAbsence: createModelAbsence(clock),
      requestsFirst,
      jobWaker: createWaker(clock),
      config,
      state: undefined,
      caller,
      notices,
      index: async () => undefined,
      indexByOwners: async (...nodes) => void (await Promise.all([...indexes].map((index) => index(...nodes)))),
      purge: createPurge({ name, kinds: null }, ports),
      receipts,
      log: log.child({ service: name }),
      metrics: metrics.ofService(name),
      draining: draining.signal,
      signal: stopped.signal,
    }),
    draining: draining.signal,
    stopped: stopped.signal,
    drain: () => draining.abort(stopping()),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
