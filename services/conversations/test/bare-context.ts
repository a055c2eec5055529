import type { Context } from '../src/handler.ts';
import { type Conversations, scope } from './start-conversations.ts';

/** A handler's context without what keeps requests for one conversation apart, so that only versions do. */
export function bareContext({ fleet }: Conversations): Context {
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
  return {
    ...fleet.ports,
    config: { CONVERSATION_IDLE_SECONDS: 1_800, MODEL_TIMEOUT_MS: 60_000, PROMPTS_FILE: '' },
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
