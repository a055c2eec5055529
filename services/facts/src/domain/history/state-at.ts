import type { GraphNode, NodeVersion } from '@agent-mem/storage';

/** The state a node was in at a time (milliseconds since 1970), of those that its history holds; `null`: it was not there. */
export function stateAt(history: readonly NodeVersion[], at: number): GraphNode | null {
  return history.findLast(({ recordedAt }) => Date.parse(recordedAt) <= at)?.node ?? null;
}
