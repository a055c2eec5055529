import type { Usage } from '@agent-mem/trustgraph';

/** The usage of a model that reports none. */
export const noUsage: Usage = { inTokens: null, outTokens: null, model: null };

/** Both together; the model is the later one's. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inTokens: sum(one.inTokens, other.inTokens),
    outTokens: sum(one.outTokens, other.outTokens),
    model: other.model ?? one.model,
  };
}

/** The usage as a frame holds it: absent where none was reported. */
export function knownUsage(usage: Usage): Usage | undefined {
  return usage.inTokens === null && usage.outTokens === null && usage.model === null ? undefined : usage;
}

function sum(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
