import { OperationError } from '@agent-mem/contract';
import { pathOf, refuseMethod } from '@agent-mem/gateway';
import type { HttpPlugin } from '@agent-mem/service-kit';

type App = Parameters<HttpPlugin['register']>[0];

/** Refuses what no route takes: by the methods that its path takes, or by the routes there are, and the paths of others. Call it before they are added. */
export function refuseUnknownAdminRoutes(app: App, others: readonly string[]): void {
  const routes: { readonly method: string; readonly path: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url });
  });
  // The hook answers before, in the context that this makes for them.
  app.setNotFoundHandler(() => undefined);
  // Before a body is read, which some methods must have.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const path = pathOf(request.url);
    const allowed = routes.flatMap((route) => (isOf(route.path, path) ? route.method : [])).join(', ');
    if (allowed !== '') return refuseMethod(request, reply, allowed);
    const own = routes.flatMap((route) => (route.method === 'HEAD' ? [] : `${route.method} ${route.path}`));
    const all = [...own, ...others].join(', ');
    throw new OperationError('not-found', `${request.method} ${path}: there is no such route; there are ${all}`);
  });
}

/** Whether a path is that of a route, whose `:id` is any part. */
function isOf(route: string, path: string): boolean {
  const [wanted, parts] = [route.split('/'), path.split('/')];
  return wanted.length === parts.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index]);
}
