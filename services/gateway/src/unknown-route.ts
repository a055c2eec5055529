import { editDistance, nearestName, OperationError, type ServiceName } from '@agent-mem/contract';
import { wires } from '@agent-mem/proxy';
import { sendProblem } from '@agent-mem/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readerFor } from './reads/read-routes.ts';
import { isOperationPath, pathOf, routes } from './routes.ts';

const methodNotAllowed = 405;
/** Letters by which the name of a service may be missed: `fact` is `facts`, and `memory` may be any. */
const mostSlips = 2;
const wirePaths = wires.flatMap(({ paths }) => paths);

/** Answers what no route takes: the method that would be right, or the routes there are. */
export async function refuseUnknownRoute(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = pathOf(request.url);
  const allowed = methodsOf(path);
  if (allowed) return refuseMethod(request, reply, allowed);
  const wire = wirePaths.find((each) => path === `/v1${each}` || each === `/v1${path}`);
  if (wire) {
    const base = path.length > wire.length ? 'without' : 'with';
    throw new OperationError(
      'not-found',
      `${request.method} ${path}: there is no such route; did you mean ${wire}? Then the base URL of your program is that of the fleet ${base} /v1`,
    );
  }
  throw new OperationError('not-found', `${request.method} ${path}: there is no such route; ${cureOf(path)}`);
}

/** The route that was probably meant, or those of its service; of a path that is like none, where all are described. */
function cureOf(path: string): string {
  const [, , service = '', ...operation] = path.split('/');
  const working = routes.filter(({ planned }) => !planned);
  const known = working.find((route) => editDistance(service, route.service) <= mostSlips)?.service;
  if (!known) return 'routes are POST /v1/<service>/<operation>; GET /docs describes each';
  const prefix = `/v1/${known}/`;
  const names = working.filter((route) => route.service === known).map((route) => route.path.slice(prefix.length));
  const meant = nearestName(operation.join('/'), names);
  return meant ? `did you mean ${prefix}${meant}?` : `${known} has ${names.map((name) => prefix + name).join(', ')}`;
}

/** Answers a method that a route does not take with 405 and those it takes. */
export function refuseMethod({ method, url }: FastifyRequest, reply: FastifyReply, allowed: string): FastifyReply {
  const error = new OperationError('not-found', `${method} ${pathOf(url)}: this route takes ${allowed}`);
  sendProblem(reply.header('allow', allowed), error, methodNotAllowed);
  return reply;
}

/** The methods that a path takes; `null`: it is none of ours. */
function methodsOf(path: string): string | null {
  if (isOperationPath(path)) return 'POST';
  const [, version, service = '', name = '', ...more] = path.split('/');
  const isRead = version === 'v1' && name !== '' && more.length === 0;
  // Only what is an id for sure: of a name nobody knows whether an operation was meant.
  return isRead && readerFor(service as ServiceName, name)?.prefix ? 'GET, HEAD' : null;
}
