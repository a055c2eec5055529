import { OperationError } from '@agent-mem/contract';
import type { FastifyRequest } from 'fastify';
import { routes } from './routes.ts';

/** Answers what no route takes: the method that would be right, or the routes there are. */
export async function refuseUnknownRoute(request: FastifyRequest): Promise<never> {
  const path = request.url.split('?', 1)[0];
  if (routes.some((route) => route.path === path)) {
    throw new OperationError('not-found', `${request.method} ${path}: this route takes POST`);
  }
  const service = path?.split('/')[2];
  const siblings = routes.filter((route) => route.service === service && !route.planned).map((route) => route.path);
  const cure = siblings.length > 0 ? `${service} has ${siblings.join(', ')}` : 'routes are POST /v1/<service>/<operation>';
  throw new OperationError('not-found', `${request.method} ${path}: there is no such route; ${cure}`);
}
