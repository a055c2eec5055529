import { OperationError } from '@agent-mem/contract';
import { defineHttpPlugin, type HttpPluginContext } from '@agent-mem/service-kit';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import manifest from '../package.json' with { type: 'json' };
import { authenticateFirst } from './authorized.ts';
import { type Config, variables } from './config.ts';
import { sendError } from './error-answer.ts';
import { invokeRoute, type StreamedOperation } from './invoke.ts';
import { acceptJsonOnly, maxBodyBytes } from './json-body.ts';
import { allowedHosts, allowedOrigins, checkCaller } from './local-callers.ts';
import { loadMcp, mcpHeaders, mcpRoutes } from './mcp/routes.ts';
import { operationRoute } from './operation.ts';
import { answerHeaders, proxyHeaders } from './proxy/passed-headers.ts';
import { takePathKey } from './proxy/path-key.ts';
import { proxyRoutes } from './proxy/routes.ts';
import { readRoute } from './reads/read-route.ts';
import { readers } from './reads/read-routes.ts';
import { addReferenceRoutes } from './reference-page/reference-routes.ts';
import { routes } from './routes.ts';
import { refuseUnknownRoute } from './unknown-route.ts';

/** `POST /v1/<service>/<operation>` for every operation of the contract, `GET /v1/<service>/<id>` for those that read by a name, and the wires of models. */
export const gateway = defineHttpPlugin({
  name: 'gateway',
  variables,
  warmUp: () => [loadMcp()],
  prepare: takePathKey,
  async register(app, context) {
    const hosts = allowedHosts(context.config.HTTP_ALLOWED_HOSTS);
    const origins = allowedOrigins(context.config.HTTP_ALLOWED_ORIGINS);
    // Plugins of their own: their hooks and parsers are not for the routes of health and metrics. What the contract says is no secret.
    await app.register(async (instance) => {
      instance.setErrorHandler(sendError(context.log));
      instance.addHook('onRequest', async (request) => checkCaller(request.headers, hosts, origins));
      addReferenceRoutes(instance, { version: manifest.version, isOpen: context.access.mode === 'off' });
    });
    await app.register(async (instance) => {
      instance.setErrorHandler(sendError(context.log));
      instance.addHook('onRequest', async (request) => checkCaller(request.headers, hosts, origins));
      // Before the credential: a browser asks first whether it may send one, and shows none with that.
      if (origins.size > 0) await instance.register(cors, corsOptions(origins));
      await instance.register(async (own) => operationRoutes(own, context));
      // By another credential: theirs is the upstream's.
      await instance.register(async (own) => proxyRoutes(own, context));
    });
  },
});

async function operationRoutes(app: FastifyInstance, context: HttpPluginContext<Config>): Promise<void> {
  authenticateFirst(app, context.access);
  app.setNotFoundHandler(refuseUnknownRoute);
  // Before a body is read, which some methods must have.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? refuseUnknownRoute(request, reply) : undefined));
  acceptJsonOnly(app);
  for (const route of routes) {
    const handler = route.stream ? invokeRoute(context, route.operation as StreamedOperation) : operationRoute(context, route);
    app.post(route.path, { bodyLimit: maxBodyBytes, onRequest: refuseQuery }, handler);
  }
  for (const service of readers.keys()) app.get(`/v1/${service}/:id`, readRoute(context, service));
  await app.register(async (own) => mcpRoutes(own, context));
}

const anHour = 3_600;

/** What pages of these origins may send, and read of an answer. */
function corsOptions(origins: ReadonlySet<string>): FastifyCorsOptions {
  return {
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: [
      ...['authorization', 'content-type', 'idempotency-key', 'traceparent', 'x-timeout-ms', 'x-user'],
      ...mcpHeaders,
      ...proxyHeaders,
    ],
    exposedHeaders: ['retry-after', ...answerHeaders],
    maxAge: anHour,
  };
}

/** Refuses a member of the request that stands in the URL. Ignored, `?user=anne` would store in the memory of another user. */
async function refuseQuery({ query }: Pick<FastifyRequest, 'query'>): Promise<void> {
  const [name] = Object.keys(query as object);
  if (name !== undefined) throw new OperationError('invalid-argument', `${name}: stands in the URL; put it into the body`);
}
