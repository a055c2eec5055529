import { type Caller, defaultTimeoutMs } from '@agent-mem/messaging';

/** How long a machine with other things to do may be late. */
const lateMs = 60_000;

/** Variables of an agent that does without nothing that is late. */
export const patience = { MEMORY_DEADLINE_MS: `${lateMs}`, WORKING_MEMORY_DEADLINE_MS: `${lateMs}` } as const;

/** A caller whose requests have more than the default time, where they name none. */
export function patientCaller(caller: Caller): Caller {
  const timeOf = (request: unknown) => ({ timeoutMs: lateMs + defaultTimeoutMs(request) });
  return {
    call: (service, operation, request, options) => caller.call(service, operation, request, { ...timeOf(request), ...options }),
    stream: (service, operation, request, options) =>
      caller.stream(service, operation, request, { ...timeOf(request), ...options }),
    [Symbol.asyncDispose]: () => caller[Symbol.asyncDispose](),
  };
}
