import { OperationError, type OperationName, refuseUnknownMembers, withJsonValues, withoutOperation } from '@agent-mem/contract';
import { defaultTimeoutMs } from '@agent-mem/messaging';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerAuthorized } from './authorized.ts';
import { callOptions } from './call-options.ts';
import type { Config } from './config.ts';
import type { Route } from './routes.ts';

/** Asks the operation with the body as it came, once each member of it is known; the service checks the rest. */
export function operationRoute({ caller, signal }: ServiceContext<Config>, { service, operation }: Route) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const options = callOptions(request, reply, { defaultTimeoutMs: defaultTimeoutMs(request.body), stopping: signal });
    return answerAuthorized(request, { service, operation }, async (asked) => {
      refuseUnknownMembers(service, operation, asked);
      const body = withJsonValues(service, operation, asked);
      try {
        // The routes are made from the contract, and the service checks the body.
        return (await caller.call(service, operation as OperationName<typeof service>, body, options)) as object;
      } catch (error) {
        throw withoutOperation(operation, OperationError.from(error));
      }
    });
  };
}
