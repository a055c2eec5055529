import type { ModelUsage } from '@agent-mem/contract';
import { type CallUsage, usageOfCall, usageSum } from '@agent-mem/llm';
import type { AskingContext } from './model-answer.ts';

/** A context whose model's calls are summed up. */
export interface SummedUsage<Context> {
  readonly context: Context;
  /** What the model was asked with the context until now. */
  usage(): readonly ModelUsage[];
}

/** Sums up what the model is asked with the context that is answered. */
export function summedUsage<Context extends Pick<AskingContext, 'chatModel' | 'onUsage'>>(asking: Context): SummedUsage<Context> {
  let usage: readonly ModelUsage[] = [];
  const onUsage = (call: CallUsage) => {
    usage = usageSum(usage, [usageOfCall(asking.chatModel.id, call)]);
    asking.onUsage?.(call);
  };
  return { context: { ...asking, onUsage }, usage: () => usage };
}
