import type { HandlerContext } from '@agent-mem/service-kit';
import { defaultScope } from './default-scope.ts';
import { silentNotices } from './silent-notices.ts';
import type { TestFleet } from './start-fleet.ts';

/**
 * A handler's context in the default scope, on a fleet's ports, without what keeps requests for one thing apart: no queue of commands, no repeats, no stored answers.
 * So only what the store itself refuses keeps writers from each other.
 */
export function bareContext<Config>(fleet: Pick<TestFleet, 'ports' | 'caller'>, config: Config): HandlerContext<Config> {
  const ignore = () => undefined;
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log };
  return {
    ...fleet.ports,
    config,
    state: undefined,
    caller: fleet.caller,
    learningModel: () => fleet.ports.chatModel,
    notices: silentNotices,
    index: async () => undefined,
    purge: Object.assign(async () => ({}), { goOn: () => Promise.reject(new Error('Nothing is purged here')) }),
    receipts: {
      note: ignore,
      read: async () => null,
      readWhole: async () => null,
      flush: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    },
    log,
    metrics: {
      memories: ignore,
      leftOut: ignore,
      modelAnswer: ignore,
      modelEntryDropped: ignore,
      learningPass: ignore,
      learningWaits: ignore,
      toolCalled: ignore,
      modelUsage: ignore,
      sensitive: ignore,
      invocations: ignore,
      flowRun: { ended: ignore, toolCalled: ignore, modelAnswered: ignore, takenUp: ignore, memoryAway: ignore },
    },
    modelAbsence: { isAway: () => false, failed: ignore, answered: ignore },
    draining: new AbortController().signal,
    requestsFirst: { request: () => ({ [Symbol.dispose]: ignore }) },
    jobWaker: { wake: ignore, sleep: async () => {} },
    signal: new AbortController().signal,
    scope: defaultScope,
    elements: [],
    sensitiveData: 'redact',
    personalData: 'allow',
    requestId: 'r1',
    idempotencyKey: null,
    deadline: null,
    sentAt: null,
    timeLeftMs: (atMost) => atMost,
    traceparent: null,
    replyTo: null,
    goesOnAt: ignore,
    handedOn: ignore,
    accepted: ignore,
  };
}
