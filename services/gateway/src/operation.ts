import { OperationError, type OperationName, refuseUnknownMembers, withJsonValues, withoutOperation } from '@agent-mem/contract';
import { defaultTimeoutMs } from '@agent-mem/messaging';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerAuthorized } from './authorized.ts';
import { callOptions } from './call-options.ts';
import type { Config } from './config.ts';
import { bodyOf } from './json-body.ts';
import type { Route } from './routes.ts';

/** What asking an operation needs of the gateway. */
export type Asking = Pick<ServiceContext<Config>, 'caller' | 'signal'>;

/** Asks the operation with the body as it came. */
export function operationRoute(asking: Asking, route: Route) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    ask(asking, route, { request, reply, body: bodyOf(request) });
}

/** Asks an operation once each member of the body is known; the service checks the rest. */
export async function ask(
  { caller, signal }: Asking,
  { service, operation }: Pick<Route, 'service' | 'operation'>,
  { request, reply, body }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly body: object },
): Promise<object> {
  const options = callOptions(request, reply, { defaultTimeoutMs: defaultTimeoutMs(body), stopping: signal });
  return answerAuthorized(request, { service, operation }, body, async (asked) => {
    refuseUnknownMembers(service, operation, asked);
    const given = withJsonValues(service, operation, asked);
    try {
      // The routes are made from the contract, and the service checks the body.
      return (await caller.call(service, operation as OperationName<typeof service>, given, options)) as object;
    } catch (error) {
      throw withoutOperation(operation, OperationError.from(error));
    }
  });
}
