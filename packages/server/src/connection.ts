import { MemoryError } from '@agent-mem/client';
import { type Connection, camelCase, type Operation } from '@agent-mem/client/internal';
import {
  inWords,
  OperationError,
  type OperationName,
  refuseUnknownMembers,
  type ServiceName,
  withoutOperation,
} from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import { holdProcess } from './hold-process.ts';

const streamTimeoutMs = 120_000;

/** The way to the services of this process. */
export function connectionTo(caller: Caller): Connection {
  return {
    async answer(asked, request, options) {
      const { service, operation } = known(asked);
      using _ = holdProcess();
      try {
        refuseUnknownMembers(service, operation, request);
        return (await caller.call(service, operation, request, options)) as object;
      } catch (error) {
        throw asAsked(operation, error);
      }
    },
    async *frames(asked, request, options) {
      const { service, operation } = known(asked);
      using _ = holdProcess();
      try {
        refuseUnknownMembers(service, operation, request);
        const patient = { timeoutMs: streamTimeoutMs, ...options };
        yield* caller.stream(service, operation, request, patient) as AsyncIterable<object>;
      } catch (error) {
        throw asAsked(operation, error);
      }
    },
  };
}

/** The table of operations is made of what this process hosts. */
function known({ service, operation }: Operation): {
  readonly service: ServiceName;
  readonly operation: OperationName<ServiceName>;
} {
  return { service: service as ServiceName, operation: operation as OperationName<ServiceName> };
}

/** Its paths start at the request, and an operation is called as a program calls it: `memory.graph.updateSettings`. */
function asAsked(operation: string, cause: unknown): MemoryError {
  const error = withoutOperation(operation, OperationError.from(cause));
  const words = inWords(error, (service, other) => `memory.${camelCase(service)}.${camelCase(other)}`);
  return new MemoryError(words.type, words.message, { retryable: words.retryable, cause: error });
}
