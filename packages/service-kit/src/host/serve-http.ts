import { indexLag } from '@agent-mem/maintenance';
import { deadLetterGauge } from '@agent-mem/observability';
import { askPorts, type Readiness } from '../readiness.ts';
import { createHttpServer, type HttpServer } from '../transports/http.ts';
import type { HttpPlugin } from '../transports/http-plugin.ts';
import type { Listening } from '../transports/listening.ts';
import type { Configured } from './configured.ts';
import type { HostBase } from './host-base.ts';
import type { HostOptions } from './host-options.ts';

/** Answers health, metrics and the plugins' routes where the process listens over HTTP; `null` where it does not. */
export async function serveHttp(
  { http: front, admin }: Listening,
  plugins: readonly Configured<HttpPlugin>[],
  ready: () => Promise<Readiness>,
  { ports, metrics, access, tracing, contextOf }: HostBase,
  { services, connectors = [], log }: Pick<HostOptions, 'services' | 'connectors' | 'log'>,
): Promise<HttpServer | null> {
  if (!front) return null;
  const ownDeadLetters = connectors.flatMap(({ deadLetters = [] }) => deadLetters);
  const deadLetters = deadLetterGauge(services, ownDeadLetters, ports.bus, metrics, log);
  await using opening = new AsyncDisposableStack();
  const http = opening.use(
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
        for (const backlog of ports.bus.backlogs?.() ?? []) metrics.backlog(backlog);
        if (lag) metrics.indexLag(lag);
        for (const { name, reason } of states.ports) metrics.portAway(name, reason !== null);
      },
      registry: metrics.registry,
      tracing,
    }),
  );
  for (const { definition, config } of plugins) await http.open(definition, { ...contextOf(definition.name, config), access });
  await http.serve();
  opening.move();
  return http;
}
