import { defineHttpPlugin } from '@agent-mem/service-kit';
import { authenticateFirst } from './authorized.ts';
import { variables } from './config.ts';
import { sendError } from './error-answer.ts';
import { invokeRoute } from './invoke.ts';
import { acceptJsonOnly, maxBodyBytes } from './json-body.ts';
import { allowedHosts, checkCaller } from './local-callers.ts';
import { operationRoute } from './operation.ts';
import { routes } from './routes.ts';
import { refuseUnknownRoute } from './unknown-route.ts';

/** `POST /v1/<service>/<operation>` for every operation of the contract. */
export const gateway = defineHttpPlugin({
  name: 'gateway',
  variables,
  async register(app, context) {
    const hosts = allowedHosts(context.config.HTTP_ALLOWED_HOSTS);
    // Its own plugin: these hooks and parsers are not for the routes of health and metrics.
    await app.register(async (instance) => {
      instance.addHook('onRequest', async (request) => checkCaller(request.headers, hosts));
      authenticateFirst(instance, context.access);
      instance.setErrorHandler(sendError(context.log));
      instance.setNotFoundHandler(refuseUnknownRoute);
      acceptJsonOnly(instance);
      for (const route of routes) {
        const handler = route.stream ? invokeRoute(context) : operationRoute(context, route);
        instance.post(route.path, { bodyLimit: maxBodyBytes }, handler);
      }
    });
  },
});
