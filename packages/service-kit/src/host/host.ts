import { setImmediate as nextTurn } from 'node:timers/promises';
import { conversationEvents, neverAborted, serviceTopic } from '@agent-mem/contract';
import { type Bus, publishEvent } from '@agent-mem/messaging';
import { untilAborted } from '@agent-mem/runtime';
import { holdParts } from '../held-parts.ts';
import { askPorts, type PortName, type Readiness, readinessOf } from '../readiness.ts';
import { relayGroup, startRelay } from '../relay.ts';
import { relayNotices } from '../relay-notices.ts';
import type { AnyService } from '../service.ts';
import { defaultDrainMs, listen } from '../transports/listening.ts';
import { configured } from './configured.ts';
import { openHostBase } from './host-base.ts';
import type { Host, HostOptions } from './host-options.ts';
import { hostedService } from './hosted-service.ts';
import { serveHttp } from './serve-http.ts';
import { startJobs } from './start-jobs.ts';
import { takeEvents } from './take-events.ts';
import { takeRequests } from './take-requests.ts';
import { createWarmUps, type Warmed } from './warm-ups.ts';

/** Starts services and HTTP plugins. Rejects, with everything closed again, if a variable is malformed, an address taken or the bus out of reach. */
export async function host(options: HostOptions): Promise<Host> {
  const { environment, log, relay: isRelaying = true, drainMs = defaultDrainMs, signal = neverAborted } = options;
  const services = configured(options.services, environment);
  const plugins = configured(options.httpPlugins, environment);
  const connectors = configured(options.connectors ?? [], environment);

  await using starting = new AsyncDisposableStack();
  // What a service began may run until the process stops: a start that fails says that first.
  using failing = new DisposableStack();
  const begun = <Result>(work: Promise<Result>) => untilAborted(work, signal);
  // Before anything else, so that a process tells its health from its first moment.
  const listening = options.listening ?? starting.use(await listen(options));
  const base = starting.use(await openHostBase(options));
  const { ports, clientId: owner, stopped, caller } = base;
  failing.defer(() => {
    base.drain();
    setTimeout(base.interrupt, drainMs).unref();
  });

  await begun(ensureSubscriptions(options.services, ports.bus));
  const groups = isRelaying ? [relayGroup] : [];
  const { bus, graph, clock } = ports;
  const parts = starting.use(holdParts({ graph, owner, groups, clock, log, signal: stopped }));
  const notices = relayNotices({ bus, notices: base.notices, log });
  const publish: Parameters<typeof startRelay>[0]['publish'] = (event, signal) =>
    publishEvent(bus, event, event.traceparent, { signal });
  const relay = isRelaying ? starting.use(startRelay({ graph, parts, notices, publish, signal: stopped, clock, log })) : null;

  const warmUps = createWarmUps(base.caller, { clock, log, signal: base.draining });
  const warmUp = async (part: Warmed) => {
    if (options.warmsUp) await warmUps.run(part);
  };
  const hosted = services.map((service) => hostedService(service, base));
  for (const { definition, context } of hosted) {
    const started = await begun(Promise.resolve(definition.start?.(context)));
    if (started) starting.use(started);
  }
  for (const service of hosted) {
    starting.use(
      await begun(takeRequests(service, base, { tenant: options.tenant, drainMs, warmedUp: () => warmUp(service.definition) })),
    );
    starting.use(await begun(takeEvents(service, base, { drainMs })));
  }
  starting.use(startJobs(hosted, parts, base, options));
  for (const { definition, config } of connectors) {
    await begun(warmUp(definition));
    const context = { ...base.contextOf(definition.name, config), tokenAccess: base.tokenAccess };
    starting.use(await begun(definition.start(context)));
  }

  for (const { definition } of plugins) await begun(warmUp(definition));

  const needed: ReadonlySet<PortName> = new Set(services.length > 0 ? ['bus', 'graph'] : ['bus']);
  const ready = async (): Promise<Readiness> =>
    base.draining.aborted
      ? { ready: false, reasons: ['the service is stopping'], degraded: [] }
      : readinessOf(await askPorts(ports), { needed, warmingUp: warmUps.reasons });
  const http = starting.use(await serveHttp(listening, plugins, ready, base, options));
  listening.grpc?.serve(base.dispatches, base.access);
  // Before all else: no more work is taken.
  starting.defer(async () => {
    await Promise.all([http?.[Symbol.asyncDispose](), listening[Symbol.asyncDispose]()]);
  });

  failing.move();
  const running = starting.move();
  return {
    httpAddress: listening.http?.address ?? null,
    grpcAddress: listening.grpc?.address ?? null,
    caller,
    ready,
    async settled() {
      for (;;) {
        const before = base.activity.begun;
        // What a turned clock has woken begins with the next turn.
        await nextTurn();
        await bus.settled();
        await relay?.settled();
        await base.activity.idle();
        await base.receipts.flush();
        await bus.settled();
        if (base.activity.begun === before) return;
      }
    },
    async [Symbol.asyncDispose]() {
      base.drain();
      const overdue = setTimeout(base.interrupt, drainMs);
      await running.disposeAsync();
      clearTimeout(overdue);
    },
  };
}

/** Before any service starts: what the first of them publishes is for the last one too. */
async function ensureSubscriptions(services: readonly AnyService[], bus: Bus): Promise<void> {
  for (const { name, events } of services) {
    await bus.ensureSubscription(serviceTopic(name, 'command'), name);
    if (events) await bus.ensureSubscription(conversationEvents, name);
  }
}
