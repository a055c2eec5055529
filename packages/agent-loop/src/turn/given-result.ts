import type { StepRecord } from '../step-record.ts';
import { type BegunTurn, callDigest, callIdOf } from './intended-turn.ts';

/** A step that was taken before, as a turn that gets this result instead of being called. `position`: how many steps stand before it. */
export function turnWithResult(
  { step, state, recalledIds }: StepRecord,
  text: string,
  { invocationId, position }: { readonly invocationId: string; readonly position: number },
): BegunTurn {
  const args = JSON.parse(step.arguments) as Readonly<Record<string, unknown>>;
  const callId = callIdOf(invocationId, position, 0);
  const call = {
    callId,
    tool: step.action,
    args,
    digest: callDigest(step.action, args),
    problem: null,
    awaits: 'result',
  } as const;
  const turn = { thought: step.thought, calls: [call], state, recalledIds, timestamp: step.timestamp };
  return { turn, decisions: { [callId]: { kind: 'result', text, success: true, by: '' } }, hasBegun: false };
}
