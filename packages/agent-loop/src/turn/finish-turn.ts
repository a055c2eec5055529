import type { ReceiptTier } from '@agent-mem/contract';
import type { Observation } from '../act.ts';
import { type Frame, frame } from '../frame.ts';
import type { Run } from '../run.ts';
import type { StepOutcome } from '../step-outcome.ts';
import { actionText, type StepRecord } from '../step-record.ts';
import type { Tool } from '../tools/tool.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';
import { type BegunTurn, type IntendedTurn, undecided } from './intended-turn.ts';

/** Makes the calls of a turn, or answers that it waits. It is written down before either. */
export async function* finishTurn(
  run: Run,
  offered: readonly Tool[],
  begun: BegunTurn,
  tier: ReceiptTier,
): AsyncGenerator<Frame, StepOutcome> {
  const { turn } = begun;
  const [first] = turn.calls;
  for (const { tool, args } of turn.calls) yield frame('action', actionText(tool, JSON.stringify(args)));
  if (first) await run.beforeAction?.({ thought: turn.thought, action: first.tool, args: first.args });
  if (undecided(begun).length > 0) {
    await run.writeTurn?.(begun);
    return { kind: 'waiting', begun, tier };
  }
  if (!begun.hasBegun) await run.writeTurn?.({ ...begun, hasBegun: true });
  const results = await carryOut(run, offered, begun);
  for (const { observation } of results) yield frame('observation', observation.text);
  return { kind: 'step', records: recordsOf(turn, results), tier };
}

/** The thought, and what stood in the prompt, are of the first call. */
function recordsOf(turn: IntendedTurn, results: readonly CarriedOut[]): readonly StepRecord[] {
  let { state } = turn;
  return results.map(({ args, observation }, index): StepRecord => {
    state = observation.nextState ?? state;
    return {
      step: {
        thought: index === 0 ? turn.thought : '',
        action: turn.calls[index]?.tool ?? '',
        arguments: JSON.stringify(args),
        ...measured(observation),
        timestamp: turn.timestamp,
      },
      recalledIds: [...(index === 0 ? turn.recalledIds : []), ...observation.recalledIds],
      state,
      unusable: false,
      ...(observation.namesNoTool && { namesNoTool: true }),
    };
  });
}

function measured({ text, success, durationMs, isFromMemory }: Observation) {
  return { observation: text, success, duration_ms: Math.round(durationMs), from_memory: isFromMemory };
}
