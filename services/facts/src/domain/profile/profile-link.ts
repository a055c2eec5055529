import { type Fact, sha256 } from '@agent-mem/contract';
import { conversationHash, type ProfileSchema } from '@agent-mem/policy';
import type { EdgeWrite, GraphEdge, NodeWrite } from '@agent-mem/storage';
import { profileFieldOf } from './profile-field.ts';
import { saidOfUser } from './said-of-user.ts';

/** The edge from a fact to the field of the profile that it stands in. */
export const inProfile = 'in_profile';

/** What an edge says of a fact's field. */
export interface ProfileLink {
  /** `null`: it stands in none. */
  readonly field: string | null;
  readonly by: 'rules' | 'model';
  /** The id of the schema whose field it is. */
  readonly schema: string;
  /** A hash of what the fact said then. */
  readonly said: string;
}

/** A fact as far as its field depends on it. */
export interface LinkedFact {
  readonly id: string;
  readonly content: string;
  readonly confidence: number;
  readonly timestamp: string;
  readonly trust: Fact['trust'];
  /** The conversation that alone sees it; `null`: the whole scope does. */
  readonly seenIn: string | null;
}

/** The field of a fact: what the model said of the same text by the same schema stands, else what rules say. */
export function linkOf(fact: LinkedFact, schema: ProfileSchema, known: ProfileLink | null): ProfileLink {
  const said = hashOf(fact.content);
  if (known?.by === 'model' && known.schema === schema.id && known.said === said) return known;
  const field = maySpeakForUser(fact) ? profileFieldOf(fact.content, schema) : null;
  return { field, by: 'rules', schema: schema.id, said };
}

/** What always stands before an agent is not what a tool has shown, nor an order that the agent has given itself. */
export function maySpeakForUser({ content, trust }: Pick<LinkedFact, 'content' | 'trust'>): boolean {
  return trust !== 'tool' && (trust !== 'agent' || saidOfUser(content) !== null);
}

/** The edge of a link. A fact has one, so that writing it again moves the fact. */
export function linkEdge(fact: LinkedFact, link: ProfileLink, now: string): EdgeWrite {
  return {
    id: `${inProfile}:${fact.id}`,
    kind: inProfile,
    from: fact.id,
    to: fieldNodeId(link.schema, link.field, fact.seenIn),
    weight: profileRank(fact),
    createdAt: now,
    properties: { ...link },
  };
}

/** What an edge says; `null`: nothing that can be read. */
export function readLink(edge: Pick<GraphEdge, 'kind' | 'properties'>): ProfileLink | null {
  const { field, by, schema, said } = edge.properties;
  if (edge.kind !== inProfile || typeof schema !== 'string' || typeof said !== 'string') return null;
  return { field: typeof field === 'string' ? field : null, by: by === 'model' ? 'model' : 'rules', schema, said };
}

/** The node that the facts of a field lead to. A conversation has one for all the facts that it alone sees. */
export function fieldNodeId(schema: string, field: string | null, seenIn: string | null): string {
  return seenIn === null ? `profile:${schema}:${field ?? ''}` : `profile:${schema}@${conversationHash(seenIn)}`;
}

/** The node of a field. */
export function fieldNode(id: string, seenIn: string | null, now: string): NodeWrite {
  return { id, kind: 'Profile', conversationId: seenIn, createdAt: now, updatedAt: now, properties: {} };
}

/** Milliseconds that make less than a tenth of confidence. */
const timeScale = 1e14;

/** By what the facts of a field are ordered: confidence in tenths, then the newest. */
export function profileRank({ confidence, timestamp }: Pick<LinkedFact, 'confidence' | 'timestamp'>): number {
  return Math.round(confidence * 10) + Math.max(0, Date.parse(timestamp) || 0) / timeScale;
}

function hashOf(content: string): string {
  return sha256(content).slice(0, 16);
}
