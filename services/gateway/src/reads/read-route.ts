import { OperationError, type ServiceName } from '@agent-mem/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asking, ask } from '../operation.ts';
import { isOperationPath } from '../routes.ts';
import { refuseUnknownRoute } from '../unknown-route.ts';
import { requestOfQuery } from './query-members.ts';
import { readerFor, readers } from './read-routes.ts';

/** `GET /v1/<service>/<id>`: the operation that reads what is named so. An operation's own name is no id. */
export function readRoute(asking: Asking, service: ServiceName) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isOperationPath(request.url)) return refuseUnknownRoute(request, reply);
    const { id } = request.params as { readonly id: string };
    const reader = readerFor(service, id);
    if (!reader) throw noId(service, id);
    return ask(asking, reader, { request, reply, body: requestOfQuery(reader, id, request.query as object) });
  };
}

function noId(service: ServiceName, id: string): OperationError {
  const prefixes = (readers.get(service) ?? []).map(({ prefix }) => `${prefix}_ and a UUID`);
  return new OperationError('invalid-argument', `id: must be ${prefixes.join(' or ')}, got ${JSON.stringify(id.slice(0, 80))}`);
}
