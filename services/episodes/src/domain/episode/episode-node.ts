import type { Episode, Init } from '@agent-mem/contract';
import { readsAsInstructions } from '@agent-mem/policy/injection';
import type { RecordView } from '@agent-mem/recall';
import type { GraphNode, JsonValue, NodeWrite } from '@agent-mem/storage';

/** What an episode tells. */
export interface Story {
  readonly goal: string;
  readonly steps: readonly string[];
  readonly outcome: string;
  readonly lessons: string;
}

/** What is said of an episode when it is stored; the rest of a record is made here. Times are ISO 8601, UTC. */
export interface EpisodeDraft extends Story {
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** `null`: nobody said. */
  readonly success: boolean | null;
  readonly conversationId: string | null;
  readonly invocationId: string | null;
  readonly trust: Episode['trust'];
}

/** The node of an episode that must not be there yet. What reads like instructions to a model is quarantined: stored, and given to no model. */
export function episodeNode(id: string, draft: EpisodeDraft, now: string): NodeWrite {
  const texts = [storyText(draft), ...Object.values(draft.metadata)];
  const quarantine_reason = readsAsInstructions(texts, draft.trust === 'user' ? 'by-user' : 'by-nobody');
  return {
    id,
    kind: 'Episode',
    status: quarantine_reason ? 'QUARANTINED' : 'ACTIVE',
    conversationId: draft.conversationId,
    createdAt: now,
    updatedAt: now,
    indexedVersion: 0,
    properties: {
      goal: draft.goal,
      steps: draft.steps,
      outcome: draft.outcome,
      lessons: draft.lessons,
      timestamp: draft.timestamp,
      metadata: draft.metadata,
      success: draft.success,
      invocation_id: draft.invocationId,
      trust: draft.trust,
      ...(quarantine_reason && { quarantine_reason }),
    },
    expectedVersion: 0,
    record: 'stored',
  };
}

/** The episode in a node as the contract has it. */
export function episodeOf(node: GraphNode, view: RecordView = {}): Init<Episode> {
  const { properties } = node;
  return {
    id: node.id,
    ...storyOf(node),
    timestamp: text(properties.timestamp) ?? node.createdAt,
    embedding: view.embedding ?? [],
    metadata: (properties.metadata ?? {}) as Record<string, string>,
    success: typeof properties.success === 'boolean' ? properties.success : null,
    status: node.status,
    conversation_id: node.conversationId,
    invocation_id: text(properties.invocation_id),
    trust: (text(properties.trust) ?? 'user') as Episode['trust'],
    received_at: node.createdAt,
    quarantine_reason: text(properties.quarantine_reason),
    version: node.version,
    weight: view.weight ? node.weight : null,
    score: view.score ?? null,
    scores: view.scores ?? {},
  };
}

/** What the episode in a node tells. */
export function storyOf({ properties }: GraphNode): Story {
  return {
    goal: text(properties.goal) ?? '',
    steps: Array.isArray(properties.steps) ? properties.steps.filter((step) => typeof step === 'string') : [],
    outcome: text(properties.outcome) ?? '',
    lessons: text(properties.lessons) ?? '',
  };
}

/** The text an episode is found by. */
export function storyText({ goal, steps, outcome, lessons }: Story): string {
  return [goal, ...steps, outcome, lessons].filter((part) => part !== '').join('\n');
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
