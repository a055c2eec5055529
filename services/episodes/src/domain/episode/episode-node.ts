import type { Episode, Init } from '@agent-mem/contract';
import { instructionsIn } from '@agent-mem/policy/injection';
import { membersOfNode, membersOfView, type RecordView } from '@agent-mem/recall';
import { type GraphNode, type JsonObject, type NodeWrite, storedMembers } from '@agent-mem/storage';
import { type Outcome, outcomeOfSuccess } from './outcome.ts';

/** What an episode tells. */
export type Story = Readonly<Pick<Episode, 'goal' | 'steps' | 'outcome' | 'lessons'>>;

/** An episode that is to be stored: what is said of it. The rest of the record is made when its node is. */
export type NewEpisode = Story &
  Readonly<
    Pick<Episode, 'timestamp' | 'metadata' | 'success' | 'conversation_id' | 'invocation_id' | 'trust'> &
      Partial<Pick<Episode, 'tags' | 'key' | 'metadata_json' | OutcomeMember>>
  >;

type OutcomeMember = keyof Outcome;

type StoredEpisode = Omit<NewEpisode, 'conversation_id'> &
  Pick<Episode, 'quarantine_reason' | 'tags' | 'key' | 'metadata_json' | OutcomeMember>;

const stored = storedMembers<StoredEpisode>('Episode', {
  goal: '',
  steps: [],
  outcome: '',
  lessons: '',
  timestamp: '',
  metadata: {},
  success: null,
  invocation_id: null,
  trust: 'user',
  quarantine_reason: null,
  tags: [],
  key: null,
  metadata_json: null,
  outcome_status: null,
  outcome_reason: null,
  outcome_by: null,
});

type Later = Pick<Partial<StoredEpisode>, 'tags' | 'key' | 'metadata_json' | OutcomeMember>;

/** What 0.1.0 did not know of an episode: nothing is written of what it does not have, as every version has stored it. */
function later({ tags = [], key = null, metadata_json = null, ...outcome }: Later): Later {
  const { outcome_status = null, outcome_reason = null, outcome_by = null } = outcome;
  return {
    ...(tags.length > 0 ? { tags } : {}),
    ...(key === null ? {} : { key }),
    ...(metadata_json === null ? {} : { metadata_json }),
    ...(outcome_status === null ? {} : { outcome_status, outcome_reason, outcome_by }),
  };
}

/** The node of an episode that must not be there yet. What reads like instructions to a model is quarantined: stored, and given to no model. */
export function episodeNode(id: string, episode: NewEpisode, now: string): NodeWrite {
  const { tags = [], key = null, metadata_json, outcome_status, outcome_reason, outcome_by, ...said } = episode;
  const quarantine_reason = instructionsIn(textsOf(episode), episode.trust);
  return {
    id,
    kind: 'Episode',
    status: quarantine_reason ? 'QUARANTINED' : 'ACTIVE',
    conversationId: episode.conversation_id,
    createdAt: now,
    updatedAt: now,
    indexedVersion: 0,
    properties: stored.write({
      ...said,
      ...later({ tags, key, metadata_json, outcome_status, outcome_reason, outcome_by }),
      quarantine_reason: quarantine_reason ?? undefined,
    }),
    expectedVersion: 0,
    record: 'stored',
  };
}

/** All texts of an episode that a model may be given. */
export function textsOf(episode: NewEpisode): readonly string[] {
  const { metadata, tags = [], key } = episode;
  return [storyText(episode), ...Object.values(metadata), ...tags, key].filter((text) => typeof text === 'string');
}

/** The properties of an episode's node with other values of some members. */
export function changedProperties({ properties }: Pick<NodeWrite, 'properties'>, changes: Partial<StoredEpisode>): JsonObject {
  return { ...properties, ...stored.write(changes) };
}

/** The episode in a node. */
export function readEpisode(node: GraphNode): Episode {
  const members = stored.read(node.properties);
  const outcome = members.outcome_status === null ? outcomeOfSuccess(members) : {};
  return { ...membersOfNode(node), ...members, ...outcome, timestamp: members.timestamp || node.createdAt };
}

/** The episode in a node with what an answer adds to it. */
export function answeredEpisode(node: GraphNode, view: RecordView = {}): Init<Episode> {
  return { ...readEpisode(node), ...membersOfView(node, view) };
}

/** The text an episode is found by. */
export function storyText({ goal, steps, outcome, lessons }: Story): string {
  return [goal, ...steps, outcome, lessons].filter((part) => part !== '').join('\n');
}
