import type { CallOptions } from './call-options.ts';
import { camelCase } from './camel-case.ts';
import type { Connection } from './connection.ts';
import type { MemoryServices } from './generated/memory-services.ts';
import { operations } from './generated/operations.ts';
import { lastFrame } from './last-frame.ts';
import type { Memory, MemoryScope } from './memory.ts';
import { scoped } from './scoped.ts';

type Ask = (request?: object, options?: CallOptions) => unknown;

/** The services as objects whose functions ask over a connection, in a scope where the request names none. */
export function memoryOver(connection: Connection, scope: MemoryScope): Omit<Memory, typeof Symbol.asyncDispose> {
  const members = Object.entries(operations).map(([service, named]) => [
    camelCase(service),
    Object.fromEntries(Object.entries(named).flatMap(([operation, kind]) => functionsOf({ service, operation }, kind))),
  ]);
  // The interface and the table are made of the same proto.
  const services = Object.fromEntries(members) as MemoryServices;
  const { agent, conversations } = services;
  return {
    ...services,
    add: (messages, request, options) => conversations.appendMessages({ ...request, messages }, options),
    context: (query, request = {}, options) => agent.recall({ ...request, query }, options),
  };

  function functionsOf(
    asked: { readonly service: string; readonly operation: string },
    kind: 'answer' | 'stream',
  ): [string, Ask][] {
    const name = camelCase(asked.operation);
    const frames = (request = {}, options = {}) => connection.frames(asked, scoped(request, scope), options);
    if (kind === 'stream')
      return [
        [name, (...call) => lastFrame(frames(...call))],
        [`${name}Stream`, frames],
      ];
    return [[name, (request = {}, options = {}) => connection.answer(asked, scoped(request, scope), options)]];
  }
}
