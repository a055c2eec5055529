import { callIdOf } from '@agent-mem/agent-loop';
import type { CallDecision } from '@agent-mem/contract';
import type { StreamStart } from '../frames-again.ts';
import type { RunTrace } from '../journal/traces.ts';

/** No turn has more. */
const mostCalls = 64;

/** Where a run went on by these decisions: in the turn of their calls. `null`: it took no such turn. */
export function decidedAt(
  { invocation: { invocationId }, request, steps }: RunTrace,
  decisions: readonly Pick<CallDecision, 'call_id'>[],
): StreamStart | null {
  const decided = new Set(decisions.map(({ call_id }) => call_id));
  // The steps of a turn stand side by side, and the ids of its calls are made of the place of the first.
  const isDecided = (position: number) =>
    steps
      .slice(position, position + mostCalls)
      .some((_, index) => decided.has(callIdOf(invocationId, request.history.length + position, index)));
  const at = decided.size === 0 ? -1 : steps.findIndex((_, position) => isDecided(position));
  return at < 0 ? null : { steps: at, isMidTurn: true };
}
