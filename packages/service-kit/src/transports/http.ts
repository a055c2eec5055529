import type { Socket } from 'node:net';
import { OperationError } from '@agent-mem/contract';
import type { Tracing } from '@agent-mem/observability';
import { traceHttp } from '@agent-mem/observability';
import type { ConfigOf, Variables } from '@agent-mem/runtime';
import helmet from '@fastify/helmet';
import fastify from 'fastify';
import type { Registry } from 'prom-client';
import { stopping } from '../pipeline/request-signal.ts';
import type { Readiness } from '../readiness.ts';
import { asksForHealth } from './admission/gated-server.ts';
import { sendFrameworkError } from './errors/framework-error.ts';
import { sendProblem } from './errors/problem.ts';
import { type HttpFront, readyPaths } from './http-front.ts';
import type { HttpPlugin, HttpPluginContext } from './http-plugin.ts';

/** What the server tells of its process. */
export interface HttpServerOptions {
  /** Where it listens already; closing it is the giver's. */
  readonly front: HttpFront;
  /** Where administrators ask; `null`: where everybody does. */
  readonly admin: HttpFront | null;
  /** Metrics are answered to everybody too. */
  readonly hasOpenMetrics: boolean;
  ready(): Promise<Readiness>;
  /** Brings figures up to date that are taken only when somebody asks for them. */
  sample(): Promise<void>;
  readonly registry: Registry;
  /** Of the plugins' requests; health and metrics make no spans. Default: none. */
  readonly tracing?: Tracing | null;
}

/** Disposing refuses requests from then on. */
export interface HttpServer extends AsyncDisposable {
  /** Adds a plugin's routes; its hooks do not touch those of others. */
  open(plugin: HttpPlugin, context: HttpPluginContext<ConfigOf<Variables>>): Promise<void>;
  /** Takes the requests over. */
  serve(): Promise<void>;
}

/** Longest name in a path, in characters of the URL: 256 characters of four bytes, each byte percent-encoded. */
const maxParamLength = 256 * 4 * 3;

/** An HTTP server with health and metrics, on which plugins put their routes. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { front, admin, ready, sample, registry, tracing } = options;
  // Its own answer while it closes has not the shape of our errors.
  const app = fastify({ return503OnClosing: false, frameworkErrors: sendFrameworkError, routerOptions: { maxParamLength } });
  // It serves no pages: nothing of an answer is to be run, framed or guessed at.
  app.register(helmet, {
    global: true,
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
  });
  let isClosing = false;
  const plugins: HttpPlugin[] = [];
  if (admin)
    app.addHook('onRequest', async ({ method, url, socket }) => checkWhereAsked({ method, url, socket }, admin, options));
  app.setErrorHandler(async (cause, _request, reply) => {
    sendProblem(reply, OperationError.from(cause));
    return reply;
  });
  // A process that answers is alive: a store that is down must not have the process killed.
  app.get('/health/live', async () => ({ live: true }));
  for (const path of readyPaths) {
    app.get(path, async (_request, reply) => {
      const readiness = await ready();
      return reply.status(readiness.ready ? 200 : 503).send(readiness);
    });
  }
  app.get('/metrics', async (_request, reply) => {
    await sample();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return {
    async open(plugin, context) {
      plugins.push(plugin);
      await app.register(async (own) => {
        own.addHook('onRequest', async (_request, reply) => {
          if (isClosing) sendProblem(reply.header('connection', 'close'), stopping());
        });
        if (tracing) traceHttp(own, tracing);
        await plugin.register(own, context);
      });
    },
    async serve() {
      await app.ready();
      for (const each of [front, admin]) {
        each?.handOver((request, response) => {
          for (const { prepare } of plugins) prepare?.(request);
          app.routing(request, response);
        });
      }
    },
    async [Symbol.asyncDispose]() {
      isClosing = true;
      await app.close();
    },
  };
}

/** Throws `not-found` for what is asked at the wrong port: by everybody what is for administrators, and there, from another machine, what everybody asks. */
function checkWhereAsked(
  { method, url, socket }: { readonly method: string; readonly url: string; readonly socket: Socket },
  { address }: HttpFront,
  { hasOpenMetrics }: Pick<HttpServerOptions, 'hasOpenMetrics'>,
): void {
  if (asksForHealth(url)) return;
  const path = url.split('?', 1)[0] ?? '';
  const isMetrics = path === '/metrics';
  const isForAdministrators = isMetrics || path.startsWith('/admin/');
  if (socket.localPort === address.port) {
    // Programs on this machine go on here where the other port wants a certificate, or a name.
    if (isForAdministrators || socket.remoteAddress === socket.localAddress) return;
    throw new OperationError('not-found', `${method} ${path}: is not asked at this port, which is for administrators`);
  }
  if (!isForAdministrators || (isMetrics && hasOpenMetrics)) return;
  throw new OperationError('not-found', `${method} ${path}: is asked at the port for administrators (ADMIN_PORT)`);
}
