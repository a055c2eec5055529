import type { ModelUsage } from '@agent-mem/contract';
import type { CallUsage } from './chat-model.ts';

/** What one call of a model took, as it is summed up and answered. */
export function usageOfCall(model: string, { tokensIn, tokensOut, isEstimated }: CallUsage): ModelUsage {
  return { model, calls: 1, tokens_in: tokensIn, tokens_out: tokensOut, estimated: isEstimated };
}

/** Both together, by model, in the order in which the models were first asked. */
export function usageSum(one: readonly ModelUsage[], other: readonly ModelUsage[]): readonly ModelUsage[] {
  const sums = new Map<string, ModelUsage>();
  for (const usage of [...one, ...other]) {
    const known = sums.get(usage.model);
    sums.set(usage.model, known ? added(known, usage) : usage);
  }
  return [...sums.values()];
}

function added(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    model: one.model,
    calls: one.calls + other.calls,
    tokens_in: one.tokens_in + other.tokens_in,
    tokens_out: one.tokens_out + other.tokens_out,
    estimated: one.estimated || other.estimated,
  };
}
