import { type Frame, frame } from '../frame.ts';
import type { Run } from '../run.ts';
import type { StepRecord } from '../step-record.ts';
import type { Thought } from '../think.ts';
import type { Tool } from '../tools/tool.ts';
import { stepByRules } from './step-by-rules.ts';

/** Decides on one step without a model, and sends its thought as a model's is sent. */
export async function* thinkByRules(
  run: Run,
  records: readonly StepRecord[],
  tools: readonly Tool[],
): AsyncGenerator<Frame, Thought> {
  const step = await stepByRules(run, records, tools);
  if (step.thought !== '') yield frame('thought', step.thought);
  return { step, isStreamed: false, cutOff: null };
}
