import { defineDoor } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { sendError } from './error-answer.ts';
import { invokeRoute } from './invoke.ts';
import { acceptJsonOnly, maxBodyBytes } from './json-body.ts';
import { allowedHosts, checkCaller } from './local-callers.ts';
import { operationRoute } from './operation.ts';
import { routes } from './routes.ts';
import { openMemoryDoor } from './trustgraph/memory-door.ts';
import { refuseUnknownRoute } from './unknown-route.ts';

/** `POST /v1/<service>/<operation>` for every operation of the contract, and the memory interface of TrustGraph's flows. */
export const gateway = defineDoor({
  name: 'gateway',
  variables,
  async register(app, context) {
    const hosts = allowedHosts(context.config.HTTP_ALLOWED_HOSTS);
    // Its own plugin: these hooks and parsers are not for the routes of health and metrics.
    await app.register(async (door) => {
      door.addHook('onRequest', async (request) => checkCaller(request.headers, hosts));
      door.setErrorHandler(sendError(context.log));
      door.setNotFoundHandler(refuseUnknownRoute);
      acceptJsonOnly(door);
      for (const route of routes) {
        const handler = route.stream ? invokeRoute(context) : operationRoute(context, route);
        door.post(route.path, { bodyLimit: maxBodyBytes }, handler);
      }
    });
    const memory = openMemoryDoor(context);
    if (memory) app.addHook('onClose', () => memory[Symbol.asyncDispose]());
  },
});
