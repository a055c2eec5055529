import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAccess, openAccess } from '@agent-mem/access';
import { conversationEvents, type Event, neverAborted, type ServiceName, serviceTopic } from '@agent-mem/contract';
import { indexLag, sweep } from '@agent-mem/maintenance';
import {
  createCaller,
  type Delivery,
  type Dispatch,
  type IncomingRequest,
  publishEvent,
  serveRequests,
  subscribeEvents,
} from '@agent-mem/messaging';
import {
  createHostMetrics,
  createRequestObserver,
  deadLetterGauge,
  spanningCaller,
  tracedDispatch,
  tracedEventConsumer,
  tracedPorts,
} from '@agent-mem/observability';
import { createIndexNodes, createReceipts } from '@agent-mem/recall';
import {
  type ClaimNodes,
  type ConfigOf,
  createActivity,
  createWaker,
  namedOperation,
  readConfig,
  untilAborted,
  type Variables,
} from '@agent-mem/runtime';
import { createAway } from './away.ts';
import type { ServiceContext } from './context.ts';
import { createPurge, purgerOf } from './create-purge.ts';
import { expiredIdempotencyRecordsJob } from './expired-idempotency-records.ts';
import { holdParts } from './held-parts.ts';
import type { Host, HostOptions } from './host-options.ts';
import { jobsOfService } from './jobs-of-service.ts';
import { createModelAbsence } from './learning/model-absence.ts';
import { modelsOf } from './model/learning-model.ts';
import { startPeriodicJob } from './periodic-jobs.ts';
import { duePipeline } from './pipeline/due.ts';
import { eventPipeline } from './pipeline/events.ts';
import { stopping } from './pipeline/request-signal.ts';
import { requestPipeline } from './pipeline/requests.ts';
import { askPorts, type PortName, type Readiness, readinessOf } from './readiness.ts';
import { relayGroup, startRelay } from './relay.ts';
import { relayNotices } from './relay-notices.ts';
import { createRequestsFirst } from './requests-first.ts';
import { admittingDispatch, vouchedBus } from './transports/bus/bus-access.ts';
import { createHttpServer } from './transports/http.ts';
import { defaultDrainMs, listen } from './transports/listening.ts';
import { localCaller } from './transports/local.ts';
import { reachableCaller } from './transports/reachable-caller.ts';

/** Starts services and HTTP plugins. Rejects, with everything closed again, if a variable is malformed, an address taken or the bus out of reach. */
export async function host(options: HostOptions): Promise<Host> {
  const { services, httpPlugins, connectors = [], environment, log, tenant, drainMs = defaultDrainMs, tracing = null } = options;
  const { signal = neverAborted } = options;
  const configured = services.map((definition) => ({ definition, config: readConfig(definition.variables, environment) }));
  const configuredPlugins = httpPlugins.map((plugin) => ({ plugin, config: readConfig(plugin.variables, environment) }));
  const configuredConnectors = connectors.map((connector) => ({
    connector,
    config: readConfig(connector.variables, environment),
  }));

  const metrics = createHostMetrics();
  const traced = tracedPorts(options.ports, tracing);
  const accessOf = (given: NonNullable<HostOptions['access']>) =>
    createAccess({ ...given, clock: traced.clock, log, refused: metrics.refused });
  const access = options.access ? accessOf(options.access) : openAccess;
  const tokenAccess = options.tokenAccess ? accessOf(options.tokenAccess) : openAccess;
  const busAccess = options.busAccess && { sign: options.busAccess.sign, access: accessOf(options.busAccess) };
  const ports = busAccess ? { ...traced, bus: vouchedBus(traced.bus, busAccess.sign, busAccess.access) } : traced;
  const activity = createActivity();
  const stopped = new AbortController();
  const interrupt = () => stopped.abort(stopping());
  const draining = new AbortController();
  await using starting = new AsyncDisposableStack();
  starting.defer(interrupt);
  // Before anything else, so that a process tells its health from its first moment.
  const listening = options.listening ?? starting.use(await listen(options));

  const clientId = `host-${randomUUID()}`;
  const busCaller = await untilAborted(createCaller(ports.bus, { clientId, clock: ports.clock, tenant }), signal);
  const dispatches = new Map<ServiceName, Dispatch>();
  const elsewhere = reachableCaller(busCaller, new Set(options.unhosted));
  const plainCaller = starting.use(localCaller(dispatches, elsewhere, ports.clock));
  const caller = tracing ? spanningCaller(plainCaller, tracing) : plainCaller;
  const receipts = starting.use(createReceipts(ports, { log, signal: stopped.signal }));
  const requestsFirst = createRequestsFirst();
  const contextOf = (name: string, config: ConfigOf<Variables>): ServiceContext<ConfigOf<Variables>> => ({
    ...ports,
    ...modelsOf(ports, { caller, clock: ports.clock }, metrics.ofService(name).modelUsage),
    modelAbsence: createModelAbsence(ports.clock),
    requestsFirst,
    jobWaker: createWaker(ports.clock),
    config,
    caller,
    notices: busCaller.notices,
    index: async () => undefined,
    purge: createPurge({ name, kinds: null }, ports),
    receipts,
    log: log.child({ service: name }),
    metrics: metrics.ofService(name),
    draining: draining.signal,
    signal: stopped.signal,
  });

  for (const { name, events } of services) {
    await untilAborted(ports.bus.ensureSubscription(serviceTopic(name, 'command'), name), signal);
    if (events) await untilAborted(ports.bus.ensureSubscription(conversationEvents, name), signal);
  }

  const groups = options.relay === false ? [] : [relayGroup];
  const { graph, clock } = ports;
  const parts = starting.use(holdParts({ graph, owner: clientId, groups, clock, log, signal: stopped.signal }));
  const relay =
    options.relay === false
      ? null
      : starting.use(
          startRelay({
            graph,
            parts,
            notices: relayNotices({ bus: ports.bus, notices: busCaller.notices, log }),
            publish: (event, signal) => publishEvent(ports.bus, event, event.traceparent, { signal }),
            signal: stopped.signal,
            clock,
            log,
          }),
        );

  const observer = createRequestObserver(log, metrics);
  const isAway = createAway(ports);
  const hosted = configured.map(({ definition, config }) => {
    const plain = contextOf(definition.name, config);
    const index = createIndexNodes(definition, ports, plain.log);
    const context = { ...plain, index, purge: createPurge(purgerOf(definition), ports) };
    const { name } = definition;
    const answer = requestPipeline(definition, context, observer);
    const tracedAnswer = tracing ? tracedDispatch(name, answer, tracing) : answer;
    const dispatch: Dispatch = async (incoming, send) => {
      using _running = activity.begin();
      using _first = requestsFirst.request();
      await tracedAnswer(incoming, send);
    };
    const take = eventPipeline(definition, context, observer);
    const takeEvent = tracing ? tracedEventConsumer(definition, take, tracing) : take;
    return { definition, context, dispatch, takeEvent };
  });

  for (const { definition, context } of hosted) {
    const started = await untilAborted(Promise.resolve(definition.start?.(context)), signal);
    if (started) starting.use(started);
  }
  for (const { definition, dispatch, takeEvent } of hosted) {
    const { name } = definition;
    const gaveUp = ({ envelope, id, traceparent }: IncomingRequest) =>
      observer.gaveUp({
        service: name,
        operation: namedOperation(name, envelope) ?? 'unknown',
        door: 'command',
        id,
        traceparent,
      });
    const serving = { clock: ports.clock, tenant, drainMs, signal: stopped.signal, isAway, gaveUp };
    // By the bus as it is: a request that is passed on has the token of its caller, or none.
    const admitted = busAccess ? admittingDispatch(name, busAccess.access, dispatch) : dispatch;
    starting.use(await untilAborted(serveRequests(traced.bus, name, admitted, serving), signal));
    dispatches.set(name, dispatch);
    if (!definition.events) continue;
    const take: Parameters<typeof subscribeEvents>[2] = async (event, delivery) => {
      using _ = activity.begin();
      if (definition.events?.[event.type]) await requestsFirst.turn();
      await takeEvent(event, delivery);
    };
    const gaveUpEvent = ({ id, type }: Event, { properties }: Delivery) =>
      observer.gaveUp({ service: name, operation: type, door: 'event', id, traceparent: properties.traceparent ?? null });
    const listener = { drainMs, isAway, gaveUp: gaveUpEvent };
    const subscribed = await untilAborted(subscribeEvents(ports.bus, name, take, listener), signal);
    starting.use(subscribed);
    // What comes after the drain could only fail, and would have its attempts used up. The stack says how leaving ends.
    const leave = () => void Promise.resolve(subscribed[Symbol.asyncDispose]()).catch(() => undefined);
    stopped.signal.addEventListener('abort', leave, { once: true });
  }

  const jobContextOf = ({ definition: { name }, context }: (typeof hosted)[number]) => ({
    ...context,
    claimNodes: ((queue, asked) => parts.claim(queue, name, asked)) satisfies ClaimNodes,
  });
  for (const each of hosted) {
    const { definition, context } = each;
    const due = duePipeline(definition, context, observer);
    const takeDue: typeof due = async (...item) => {
      await requestsFirst.turn();
      await due(...item);
    };
    const jobs = jobsOfService(definition, ports, context.log, takeDue, context.jobWaker);
    for (const job of jobs) starting.use(startPeriodicJob(job, jobContextOf(each), activity));
  }
  const [first] = hosted;
  if (first) starting.use(startPeriodicJob(expiredIdempotencyRecordsJob, jobContextOf(first), activity));
  if (first && options.sweepEveryMs) {
    const run = async ({ signal }: { readonly signal: AbortSignal }) => void (await sweep({ services, ports, log, signal }));
    starting.use(startPeriodicJob({ name: 'sweep', everyMs: options.sweepEveryMs, run }, jobContextOf(first), activity));
  }

  for (const { connector, config } of configuredConnectors)
    starting.use(await untilAborted(connector.start({ ...contextOf(connector.name, config), tokenAccess }), signal));

  const needed: ReadonlySet<PortName> = new Set(services.length > 0 ? ['bus', 'graph'] : ['bus']);
  const ready = async (): Promise<Readiness> =>
    draining.signal.aborted
      ? { ready: false, reasons: ['the service is stopping'], degraded: [] }
      : readinessOf(await askPorts(ports), needed);
  const deadLetters = deadLetterGauge(
    services,
    connectors.flatMap(({ deadLetters = [] }) => deadLetters),
    ports.bus,
    metrics,
    log,
  );
  const { grpc, http: front, admin } = listening;
  const http =
    front &&
    starting.use(
      createHttpServer({
        front,
        admin,
        hasOpenMetrics: access.mode === 'off',
        async ready() {
          const [readiness, index_lag] = await Promise.all([ready(), indexLag(services, ports)]);
          return { ...readiness, index_lag };
        },
        async sample() {
          const [, lag, states] = await Promise.all([deadLetters(), indexLag(services, ports), askPorts(ports)]);
          if (lag) metrics.indexLag(lag);
          for (const { name, reason } of states.ports) metrics.portAway(name, reason !== null);
        },
        registry: metrics.registry,
        tracing,
      }),
    );
  if (http) {
    for (const { plugin, config } of configuredPlugins) await http.open(plugin, { ...contextOf(plugin.name, config), access });
    await http.serve();
  }
  grpc?.serve(dispatches, access);
  // Before all else: no more work is taken.
  starting.defer(async () => {
    await Promise.all([http?.[Symbol.asyncDispose](), listening[Symbol.asyncDispose]()]);
  });

  const running = starting.move();
  return {
    httpAddress: front?.address ?? null,
    grpcAddress: grpc?.address ?? null,
    adminAddress: (admin ?? front)?.address ?? null,
    caller,
    ready,
    async settled() {
      for (;;) {
        const before = activity.begun;
        // What a turned clock has woken begins with the next turn.
        await nextTurn();
        await ports.bus.settled();
        await relay?.settled();
        await activity.idle();
        await receipts.flush();
        await ports.bus.settled();
        if (activity.begun === before) return;
      }
    },
    async [Symbol.asyncDispose]() {
      draining.abort(stopping());
      const overdue = setTimeout(interrupt, drainMs);
      await running.disposeAsync();
      clearTimeout(overdue);
    },
  };
}
