import { act, type Observation, observedText } from '../act.ts';
import { plainText } from '../bounded-text.ts';
import type { Run } from '../run.ts';
import type { Tool } from '../tools/tool.ts';
import { findTool } from '../tools/tool-choice.ts';
import type { Decision } from './decision.ts';
import type { BegunTurn, IntendedCall } from './intended-turn.ts';

/** What came of a call, with the arguments it was made with. */
export interface CarriedOut {
  readonly args: Readonly<Record<string, unknown>>;
  readonly observation: Observation;
}

/** Makes the calls of a turn side by side, as was decided on each. Answers in the order of the calls. */
export async function carryOut(run: Run, offered: readonly Tool[], begun: BegunTurn): Promise<readonly CarriedOut[]> {
  return await Promise.all(begun.turn.calls.map((call) => carryOutOne(run, offered, call, begun)));
}

async function carryOutOne(
  run: Run,
  offered: readonly Tool[],
  call: IntendedCall,
  { decisions, hasBegun }: BegunTurn,
): Promise<CarriedOut> {
  const { args, tool: name } = call;
  if (call.problem !== null) return { args, observation: observed(`Error: ${call.problem}`) };
  const decision = decisions[call.callId] ?? null;
  const decided = decision && (await withoutCall(run, offered, call, decision));
  if (decided) return { args, observation: decided };

  const made = decision?.kind === 'change' ? decision.args : args;
  if (hasBegun && !findTool(offered, name)?.isIdempotent) return { args: made, observation: observed(unknownOutcome(name)) };
  const observation = await act(run, offered, name, made);
  return { args: made, observation: decision?.kind === 'change' ? changed(observation, decision.by) : observation };
}

/** What the model is shown where a decision stands for the call; `null`: the call is made. */
async function withoutCall(
  run: Run,
  offered: readonly Tool[],
  { tool: name, args }: IntendedCall,
  decision: Decision,
): Promise<Observation | null> {
  if (decision.kind === 'refuse') {
    const reason = decision.reason === '' ? 'no reason was given' : decision.reason;
    return observed(plainText(`Refused: ${name} was not called, since a person refused the call: ${reason}`));
  }
  if (decision.kind !== 'answer' && decision.kind !== 'result') return null;
  const tool = findTool(offered, name) ?? { name };
  return await observedText(run, { tool, args }, { success: true, ...decision });
}

function changed(observation: Observation, by: string): Observation {
  const who = by === '' ? 'the person who approved the call' : by;
  return { ...observation, text: `[The arguments were changed by ${plainText(who)} before the call.]\n${observation.text}` };
}

function unknownOutcome(name: string): string {
  return `Error: outcome unknown. ${plainText(name)} was called, and the process that called it ended before the result was written down. The call may have had its effect, and is not made again by itself. Find out what is so before you call ${plainText(name)} again.`;
}

function observed(text: string): Observation {
  return { text, success: false, recalledIds: [], isFromMemory: false, nextState: null, durationMs: 0 };
}
