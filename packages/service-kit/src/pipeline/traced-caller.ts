import type { Caller } from '@agent-mem/messaging';

/** The caller, which passes a request's trace on to the services that it asks. It does not own the caller: disposing it does nothing. */
export function tracedCaller(caller: Caller, traceparent: string | null): Caller {
  if (traceparent === null) return caller;
  return {
    call: (service, operation, request, options) => caller.call(service, operation, request, { traceparent, ...options }),
    stream: (service, operation, request, options) => caller.stream(service, operation, request, { traceparent, ...options }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
