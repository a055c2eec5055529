import { type GraphNode, type NodeWrite, storedMembers, textId } from '@agent-mem/storage';

/** What is stored of a solution: the tool and its arguments. */
const stored = storedMembers<{ readonly attempt: string }>(null, { attempt: '' });

/** The id of a solution, by the attempt that it is. */
export function solutionId(attempt: string): string {
  return textId('sol', attempt);
}

/** The node of a solution that is not there, or not any more. */
export function solutionNode(
  attempt: string,
  conversationId: string | null,
  seen: GraphNode | undefined,
  now: string,
): NodeWrite {
  return {
    id: solutionId(attempt),
    kind: 'Solution',
    conversationId,
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: stored.write({ attempt }),
    expectedVersion: seen?.version ?? 0,
  };
}

/** The attempt in a solution's node: the tool and its arguments. */
export function solutionAttempt({ properties }: GraphNode): string {
  return stored.read(properties).attempt;
}
