import { type Scope, scopeOf } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../src/config.ts';
import type { Facts } from './start-facts.ts';

export const scope: Scope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });

/** A handler's context without what keeps requests for one text apart, so that only guards do. */
export function bareContext({ fleet }: Facts): HandlerContext<Config> {
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
  return {
    ...fleet.ports,
    config: { ENABLE_AUTO_FACT_EXTRACTION: true, MODEL_TIMEOUT_MS: 60_000, PROMPTS_FILE: '' },
    caller: fleet.caller,
    index: async () => undefined,
    log,
    metrics: { memories: quiet, modelAnswer: quiet },
    signal: new AbortController().signal,
    scope,
    requestId: 'r1',
    idempotencyKey: null,
    deadline: null,
    timeLeftMs: (atMost) => atMost,
    traceparent: null,
    accepted: quiet,
  };
}
