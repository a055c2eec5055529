import { conversationNodeId, newId } from '@agent-mem/contract';
import { type EdgeWrite, type JsonObject, type NodeWrite, storedMembers } from '@agent-mem/storage';
import { newEdge } from '../edge.ts';

/** What a node of kind Insight holds. */
export interface StoredInsight {
  /** JSON, as the caller's schema says. */
  readonly results: string;
  /** What the caller wanted it for. */
  readonly task: string | null;
  /** The model's name, or `rules`. */
  readonly by: string;
  /** Rules made it because the model was away. */
  readonly model_away: boolean;
  readonly job_id: string;
  /** How many messages the conversation had then. */
  readonly message_count: number;
}

const stored = storedMembers<StoredInsight>(null, {
  results: '{}',
  task: null,
  by: 'rules',
  model_away: false,
  job_id: '',
  message_count: 0,
});

/** The node and its edge to the conversation. It is made once by each job. */
export function insightWrites(
  conversationId: string,
  insight: StoredInsight,
  now: number,
): { readonly id: string; readonly nodes: readonly NodeWrite[]; readonly edges: readonly EdgeWrite[] } {
  const id = newId('ins', now);
  const at = new Date(now).toISOString();
  const properties: JsonObject = stored.write(insight);
  return {
    id,
    nodes: [{ id, kind: 'Insight', conversationId, createdAt: at, updatedAt: at, properties, expectedVersion: 0 }],
    edges: [newEdge('insight_of', id, conversationNodeId(conversationId), at)],
  };
}
