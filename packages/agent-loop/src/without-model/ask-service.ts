import { timeLimit } from '@agent-mem/runtime';
import type { Run } from '../run.ts';

/** A caller waits for rules less patiently than for a model: what a service does not answer in this time, in milliseconds, is done without. */
const patienceMs = 3_000;

/** What the rules ask of a service. */
export async function askService<Answer>(
  { context: { clock, config }, signal }: Run,
  call: (options: { readonly timeoutMs: number; readonly signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const timeoutMs = Math.min(config.TOOL_TIMEOUT_MS, patienceMs);
  using limit = timeLimit(clock, timeoutMs, signal, `memory did not answer within ${timeoutMs} ms`);
  return await limit.race(call({ timeoutMs, signal: limit.signal }));
}
