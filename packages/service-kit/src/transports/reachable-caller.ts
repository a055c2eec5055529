import { OperationError, type ServiceName } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';

/** The caller, refusing at once to ask services that nobody hosts: `unavailable`, instead of silence until the deadline. */
export function reachableCaller(caller: Caller, unhosted: ReadonlySet<ServiceName>): Caller {
  if (unhosted.size === 0) return caller;
  const refuse = (service: ServiceName): void => {
    if (!unhosted.has(service)) return;
    const reason = 'is not hosted by this process, and no other can be reached from it';
    throw new OperationError('unavailable', `${service} ${reason}: start this process with ${service} too, or with all services`);
  };
  return {
    async call(service, operation, request, options) {
      refuse(service);
      return caller.call(service, operation, request, options);
    },
    async *stream(service, operation, request, options) {
      refuse(service);
      yield* caller.stream(service, operation, request, options);
    },
    [Symbol.asyncDispose]: () => caller[Symbol.asyncDispose](),
  };
}
