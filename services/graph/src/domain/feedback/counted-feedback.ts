import { type GraphNode, type NodeWrite, storedMembers, textId } from '@agent-mem/storage';

/** What a judge has changed already by one receipt, of one sign. */
interface CountedFeedback {
  /** Edges that it has moved. */
  readonly edges: readonly string[];
}

const stored = storedMembers<CountedFeedback>(null, { edges: [] });

/** Who judges answers: callers by feedback, or the service by what became of an answer. */
export type Judge = 'feedback' | 'answer';

/** The id of the node that counts a judge's rewards of one sign on a receipt. */
export function feedbackNodeId(receiptId: string, reward: number, judge: Judge): string {
  return textId('fb', receiptId, reward < 0 ? '-' : '+', judge);
}

/** The edges that such rewards have moved; `undefined`: there were none. */
export function countedEdges(node: Pick<GraphNode, 'properties'> | undefined): ReadonlySet<string> {
  return new Set(node ? stored.read(node.properties).edges : []);
}

/** The node after these edges were moved too. `conversationId` is the receipt's: it goes with its conversation. */
export function countingNode(
  id: string,
  seen: GraphNode | undefined,
  edges: readonly string[],
  { conversationId, now }: { readonly conversationId: string | null; readonly now: string },
): NodeWrite {
  return {
    id,
    kind: 'Feedback',
    conversationId,
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: stored.write({ edges: [...countedEdges(seen), ...edges] }),
    expectedVersion: seen?.version ?? 0,
  };
}
