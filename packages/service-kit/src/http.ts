import fastify from 'fastify';
import type { Registry } from 'prom-client';
import type { ConfigOf, Variables } from './config.ts';
import type { ServiceContext } from './context.ts';
import type { DoorDefinition } from './door.ts';
import type { Address } from './grpc.ts';
import { watchConnections } from './http-connections.ts';
import type { Readiness } from './readiness.ts';
import { stopping } from './request-signal.ts';
import { traceHttp } from './tracing/http-spans.ts';
import type { Tracing } from './tracing/tracing.ts';

/** What the server tells of its process, and how long it waits for requests when it closes. */
export interface HttpServerOptions {
  ready(): Promise<Readiness>;
  /** Brings figures up to date that are taken only when somebody asks for them. */
  sample(): Promise<void>;
  readonly registry: Registry;
  readonly drainMs: number;
  /** Of the doors' requests; health and metrics make no spans. Default: none. */
  readonly tracing?: Tracing | null;
}

/** Disposing refuses connections from then on, waits for the running requests and cuts them after the drain time. */
export interface HttpServer extends AsyncDisposable {
  /** `null` until it listens. */
  readonly address: Address | null;
  /** Adds a door's routes; its hooks do not touch those of others. */
  open(door: DoorDefinition, context: ServiceContext<ConfigOf<Variables>>): Promise<void>;
  listen(address: Address): Promise<void>;
}

/** An HTTP server with health and metrics, on which doors put their routes. */
export function createHttpServer({ ready, sample, registry, drainMs, tracing }: HttpServerOptions): HttpServer {
  // Its own answer while it closes has not the shape of our errors.
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  const connections = watchConnections(app.server);
  let address: Address | null = null;
  let isClosing = false;
  // Alive is whoever answers: a store that is down must not have the process killed.
  app.get('/health/live', async () => ({ live: true }));
  app.get('/health/ready', async (_request, reply) => {
    const readiness = await ready();
    return reply.status(readiness.ready ? 200 : 503).send(readiness);
  });
  app.get('/metrics', async (_request, reply) => {
    await sample();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return {
    get address() {
      return address;
    },
    async open(door, context) {
      await app.register(async (own) => {
        own.addHook('onRequest', async (_request, reply) => {
          if (isClosing) await reply.status(503).header('connection', 'close').send({ error: stopping().toWire() });
        });
        if (tracing) traceHttp(own, tracing);
        await door.register(own, context);
      });
    },
    async listen({ host, port }) {
      await app.listen({ host, port });
      const bound = app.server.address();
      address = { host, port: typeof bound === 'object' && bound ? bound.port : port };
    },
    async [Symbol.asyncDispose]() {
      isClosing = true;
      connections.cutUnanswered();
      const cut = setTimeout(() => app.server.closeAllConnections(), drainMs);
      await app.close();
      clearTimeout(cut);
    },
  };
}
