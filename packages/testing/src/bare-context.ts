import type { HandlerContext } from '@agent-mem/service-kit';
import { defaultScope } from './default-scope.ts';
import { recordedLog } from './kit/doubles.ts';
import { unhostedContext } from './kit/unhosted-context.ts';
import type { TestFleet } from './start-fleet.ts';

/**
 * A handler's context in the default scope, on a fleet's ports, without what keeps requests for one thing apart: no queue of commands, no repeats, no stored answers.
 * So only what the store itself refuses keeps writers from each other.
 */
export function bareContext<Config>(
  { ports, caller }: Pick<TestFleet, 'ports' | 'caller'>,
  config: Config,
): HandlerContext<Config> {
  const ignore = () => undefined;
  return {
    ...unhostedContext('bare', config, ports, { caller, log: recordedLog().log }),
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
