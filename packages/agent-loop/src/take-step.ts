import { OperationError } from '@agent-mem/contract';
import { isByRules } from '@agent-mem/llm';
import { type Frame, frame } from './frame.ts';
import { emptyTier } from './memory/receipt.ts';
import { reactVariables } from './react-variables.ts';
import { solutionsAfter, withSolutions } from './recalled-solutions.ts';
import type { Run } from './run.ts';
import type { StepOutcome } from './step-outcome.ts';
import { recordsOfHistory, type StepRecord, unusableRecord } from './step-record.ts';
import { think } from './think.ts';
import { toolsOfStep } from './tools/tools-of-step.ts';
import { finishTurn } from './turn/finish-turn.ts';
import { intendTurn } from './turn/intend-turn.ts';
import type { BegunTurn } from './turn/intended-turn.ts';
import { thinkByRules } from './without-model/think-by-rules.ts';

/** How a run ends that has come to its limit, if the model gives no answer even when it is asked for one. */
export const limitReached = 'Too many agent iterations';

/** Stands in the last request's prompt, which shows no tools. */
const lastRequest =
  'This is the last turn: no tool can be called any more. Write the Final Answer now, from what the steps so far have found, and say what is still unknown.';

/**
 * Takes one step: think, then act. All it knows of the invocation are the run and the records of the steps before, so any process can take the next one.
 * A turn that was begun is gone on with, and the model is not asked again. At the limit it is asked for its answer, without tools. Rejects with an `OperationError` when the invocation is over without an answer.
 */
export async function* takeStep(
  run: Run,
  records: readonly StepRecord[],
  begun: BegunTurn | null = null,
): AsyncGenerator<Frame, StepOutcome> {
  const all = [...recordsOfHistory(run.request), ...records];
  const before = all.at(-1);
  const state = before?.state ?? run.request.state;
  const { config, clock } = run.context;
  const isLast = begun === null && all.length >= config.MAX_ITERATIONS;
  const { offered, shown } = isLast ? { offered: [], shown: [] } : await toolsOfStep(run, state, all);
  if (begun) return yield* finishTurn(run, offered, begun, emptyTier);

  const [assembled, solutions] = await Promise.all([run.workingMemory.assemble(all, run.signal), solutionsAfter(run, before)]);
  const { items, tier, recalledIds } = withSolutions(assembled, run.memory.solutions ?? [], solutions);
  const variables = reactVariables(run, { state, trace: { items }, tools: shown, note: isLast ? lastRequest : '' });
  const { step, isStreamed, cutOff } = isByRules(run.context.chatModel)
    ? yield* thinkByRules(run, all, offered)
    : yield* think(run, variables, shown);

  const answered = { kind: 'answer', thought: step.thought, tier, cutShort: isLast ? limitReached : cutOff } as const;
  if (step.kind === 'answer') return { ...answered, answer: step.answer, isStreamed };
  if (isLast) {
    if (step.kind === 'unusable' && step.text !== '') return { ...answered, answer: step.text, isStreamed: false };
    throw new OperationError('resource-exhausted', limitReached, { retryable: false });
  }
  const timestamp = new Date(clock.now()).toISOString();

  if (step.kind === 'unusable') {
    if (before?.unusable) {
      if (step.text === '') throw new OperationError('internal', `The model gave no usable answer: ${step.reason}`);
      return { ...answered, answer: step.text, isStreamed: false };
    }
    await run.beforeAction?.({ thought: step.thought, action: '', args: {} });
    const observation = run.rules.unusableText(step);
    yield frame('observation', observation);
    return { kind: 'step', records: [unusableRecord(step.thought, observation, state, timestamp)], tier };
  }

  // A process that takes the run over recalls anew: what this prompt had stays with the step.
  const injected = notIn(all, [...run.memory.ids, ...recalledIds]);
  const turn = intendTurn(run, offered, step, { state, recalledIds: injected, timestamp, position: all.length });
  return yield* finishTurn(run, offered, { turn, decisions: {}, hasBegun: false }, tier);
}

/** Ids that no step before has. */
function notIn(records: readonly StepRecord[], ids: readonly string[]): readonly string[] {
  const known = new Set(records.flatMap(({ recalledIds }) => recalledIds));
  return ids.filter((id) => !known.has(id));
}
