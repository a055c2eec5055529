import { OperationError } from '@agent-mem/contract';
import type { Caller, CallOptions } from '@agent-mem/messaging';

/** One question as it reached the services. */
export interface Asked {
  readonly service: string;
  readonly operation: string;
  readonly request: unknown;
  readonly options: CallOptions;
}

/** A caller whose services are two functions; it keeps what it was asked. */
export function scriptedCaller(script: {
  readonly answer?: (asked: Asked) => Promise<object>;
  readonly frames?: (asked: Asked) => AsyncIterable<object>;
}): Caller & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const note = (service: string, operation: string, request: unknown, options: CallOptions = {}) => {
    const question = { service, operation, request, options };
    asked.push(question);
    return question;
  };
  const caller = {
    asked,
    async call(service: string, operation: string, request: unknown, options?: CallOptions) {
      const question = note(service, operation, request, options);
      if (!script.answer) throw new OperationError('unimplemented', `${service}.${operation} is not built yet`);
      return script.answer(question);
    },
    stream(service: string, operation: string, request: unknown, options?: CallOptions) {
      const question = note(service, operation, request, options);
      return script.frames ? script.frames(question) : (async function* () {})();
    },
    async [Symbol.asyncDispose]() {},
  };
  // Scripts answer for any operation, which the types of the contract cannot follow.
  return caller as unknown as Caller & { readonly asked: Asked[] };
}
