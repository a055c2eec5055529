import { actionText, type BegunTurn, type Frame, frame, type StepRecord } from '@agent-mem/agent-loop';
import type { Scope } from '@agent-mem/contract';
import type { AgentContext } from './agent-context.ts';
import type { JournalEntry } from './journal/journal-entry.ts';
import { type RunTrace, readTrace } from './journal/traces.ts';
import { readRun } from './waiting/waiting-run.ts';

/** An invocation of which a repeat is answered. */
export type DoneEntry = JournalEntry & { readonly frame: Frame };

/** Where the frames of a stream begin. */
export interface StreamStart {
  /** So many steps stand before it. */
  readonly steps: number;
  /** It begins in the middle of a turn, whose thought was sent before the run waited. */
  readonly isMidTurn: boolean;
}

/**
 * The frames of an invocation that is done, for a repeat: those of its steps whole, as they are stored, then the last one. What was streamed in pieces comes as one.
 * They begin where those of the first answer did, which `startIn` finds in the trace: clients leave out as many messages as they have. Where the steps are stored no more, the last frame comes alone.
 */
export async function* framesAgain(
  { graph, keyValue }: Pick<AgentContext, 'graph' | 'keyValue'>,
  scope: Scope,
  { invocation, frame: last, thought, takenOver = 0 }: DoneEntry,
  startIn: (trace: RunTrace) => StreamStart | null = () => null,
): AsyncGenerator<Frame, void> {
  if (last.type === 'waiting') {
    const waiting = (await readRun(graph, scope, invocation.invocationId))?.run;
    yield* framesOfSteps(waiting?.steps.slice(takenOver) ?? [], false);
    if (waiting) yield* framesOfTurn(waiting.begun);
  } else {
    const trace = await readTrace(keyValue, scope, invocation.invocationId);
    const { steps: before, isMidTurn } = (trace && startIn(trace)) ?? { steps: takenOver, isMidTurn: false };
    yield* framesOfSteps(trace?.steps.slice(before) ?? [], isMidTurn);
    if (thought) yield frame('thought', thought);
    if (last.type === 'answer' && last.content === '' && last.answer) yield frame('answer', last.answer, false);
  }
  yield last;
}

/** The frames of steps that were taken: of each turn its thought, its actions and what came of them. `isMidTurn`: the thought of the first was sent before. */
export function framesOfSteps(steps: readonly StepRecord[], isMidTurn: boolean): readonly Frame[] {
  return turnsOf(steps).flatMap((turn, index) => [
    ...turn.flatMap(({ step }) => (step.thought === '' || (isMidTurn && index === 0) ? [] : [frame('thought', step.thought)])),
    ...turn.flatMap(({ step }) => (step.action === '' ? [] : [frame('action', actionText(step.action, step.arguments))])),
    ...turn.map(({ step }) => frame('observation', step.observation)),
  ]);
}

/** Steps of one turn have its time, and its thought is of the first. */
function turnsOf(steps: readonly StepRecord[]): readonly (readonly StepRecord[])[] {
  const turns: StepRecord[][] = [];
  for (const record of steps) {
    const turn = turns.at(-1);
    const goesOn = record.step.thought === '' && record.step.action !== '' && turn?.[0]?.step.timestamp === record.step.timestamp;
    if (turn && goesOn) turn.push(record);
    else turns.push([record]);
  }
  return turns;
}

function framesOfTurn({ turn }: BegunTurn): readonly Frame[] {
  return [
    ...(turn.thought === '' ? [] : [frame('thought', turn.thought)]),
    ...turn.calls.map(({ tool, args }) => frame('action', actionText(tool, JSON.stringify(args)))),
  ];
}
