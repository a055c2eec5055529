import { operationsOf, type ServiceName } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import { answerOf, framesOf, lastFrameOf } from './asking.ts';
import type { CallOptions } from './call-options.ts';
import { camelCase } from './camel-case.ts';
import type { MemoryServices } from './generated/memory-services.ts';

/** A service that runs, with a handler for each operation that can be called. */
interface Running {
  readonly name: ServiceName;
  readonly handlers: Readonly<Record<string, unknown>>;
}

type Ask = (request?: object, options?: CallOptions) => unknown;

/** The running services as objects whose functions ask by this caller. */
export function memoryServices(caller: Caller, running: readonly Running[]): MemoryServices {
  const members = running.map((service) => [camelCase(service.name), functionsOf(caller, service)]);
  // The interface is made of the same handlers and the proto they answer.
  return Object.fromEntries(members) as unknown as MemoryServices;
}

function functionsOf(caller: Caller, { name: service, handlers }: Running): Readonly<Record<string, Ask>> {
  const functions = Object.keys(handlers).flatMap((operation): [string, Ask][] => {
    const name = camelCase(operation);
    const asked = { caller, service, operation };
    if (!operationsOf(service)[operation]?.stream) return [[name, (...call) => answerOf(asked, ...call)]];
    return [
      [name, (...call) => lastFrameOf(asked, ...call)],
      [`${name}Stream`, (...call) => framesOf(asked, ...call)],
    ];
  });
  return Object.fromEntries(functions);
}
