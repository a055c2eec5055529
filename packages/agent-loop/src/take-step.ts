import { OperationError, type ReceiptTier } from '@agent-mem/contract';
import { isByRules } from '@agent-mem/llm';
import { act, type Observation } from './act.ts';
import { type Frame, frame } from './frame.ts';
import { reactVariables } from './react-variables.ts';
import { solutionsAfter, withSolutions } from './recalled-solutions.ts';
import type { Run } from './run.ts';
import { actionText, recordsOfHistory, type StepRecord } from './step-record.ts';
import { think } from './think.ts';
import { toolsOfStep } from './tools/tools-of-step.ts';
import { thinkByRules } from './without-model/think-by-rules.ts';

/** How a step ended: in an answer, or in a record that the next step goes on from. */
export type StepOutcome =
  | {
      readonly kind: 'answer';
      readonly answer: string;
      /** What was thought before it; empty: nothing. */
      readonly thought: string;
      readonly isStreamed: boolean;
      readonly tier: ReceiptTier;
    }
  | { readonly kind: 'step'; readonly record: StepRecord; readonly tier: ReceiptTier };

/**
 * Takes one step: think, then act. All it knows of the invocation are the run and the records of the steps before, so any process can take the next one.
 * Rejects with an `OperationError` when the invocation is over without an answer.
 */
export async function* takeStep(run: Run, records: readonly StepRecord[]): AsyncGenerator<Frame, StepOutcome> {
  const { config, clock } = run.context;
  const all = [...recordsOfHistory(run.request), ...records];
  if (all.length >= config.MAX_ITERATIONS)
    throw new OperationError('resource-exhausted', 'Too many agent iterations', { retryable: false });

  const before = all.at(-1);
  const state = before?.state ?? run.request.state;
  const { offered, shown } = await toolsOfStep(run, state);
  const [assembled, solutions] = await Promise.all([run.workingMemory.assemble(all, run.signal), solutionsAfter(run, before)]);
  const { items, tier, recalledIds } = withSolutions(assembled, run.memory.solutions ?? [], solutions);
  const variables = reactVariables(run.request, state, run.memory, { items, tier }, shown, config);
  const { step, isStreamed } = isByRules(run.context.chatModel)
    ? yield* thinkByRules(run, all, offered)
    : yield* think(run, variables);

  if (step.kind === 'answer') return { kind: 'answer', answer: step.answer, thought: step.thought, isStreamed, tier };
  const timestamp = new Date(clock.now()).toISOString();

  if (step.kind === 'unusable') {
    if (before?.unusable) {
      if (step.text === '') throw new OperationError('internal', `The model gave no usable answer: ${step.reason}`);
      return { kind: 'answer', answer: step.text, thought: step.thought, isStreamed: false, tier };
    }
    await run.beforeAction?.({ thought: step.thought, action: '', args: {} });
    const observation = run.rules.unusableText(step);
    yield frame('observation', observation);
    return { kind: 'step', record: recordOf(step.thought, '', {}, observed(observation), state, timestamp), tier };
  }

  const args = JSON.stringify(step.args);
  yield frame('action', actionText(step.action, args));
  await run.beforeAction?.(step);
  const observation = step.problem ? observed(`Error: ${step.problem}`) : await act(run, offered, step.action, step.args);
  yield frame('observation', observation.text);
  const record = recordOf(step.thought, step.action, step.args, observation, state, timestamp);
  return { kind: 'step', record: { ...record, recalledIds: [...recalledIds, ...record.recalledIds] }, tier };
}

function observed(text: string): Observation {
  return { text, success: false, recalledIds: [], isFromMemory: false, nextState: null, durationMs: 0 };
}

function recordOf(
  thought: string,
  action: string,
  args: Readonly<Record<string, unknown>>,
  observation: Observation,
  state: string,
  timestamp: string,
): StepRecord {
  return {
    step: {
      thought,
      action,
      arguments: JSON.stringify(args),
      observation: observation.text,
      success: observation.success,
      duration_ms: Math.round(observation.durationMs),
      timestamp,
      from_memory: observation.isFromMemory,
    },
    recalledIds: observation.recalledIds,
    state: observation.nextState ?? state,
    unusable: action === '',
  };
}
