import { conversationNodeId, sha256 } from '@agent-mem/contract';
import type { SummaryLevel } from '@agent-mem/service-kit';
import { type GraphNode, type NodeWrite, storedMembers } from '@agent-mem/storage';
import type { Conversation } from '../conversation.ts';
import { viewOf } from '../view/view.ts';

/** The edge from a summary to what it was made of. */
export const summarises = 'SUMMARISES';

/** What is summarised: what several voices said, what one voice noted piece by piece, or one long text. */
export type ContentType = 'conversation' | 'journal' | 'document';

/** Which summary it is: of a chunk of messages, of a group of those, or of the whole conversation. */
export type SummaryTier = 'L1' | 'L2' | 'L3';

/** What a node of kind ConversationSummary holds. */
export interface StoredSummary {
  readonly tier: SummaryTier;
  readonly content: string;
  readonly level: SummaryLevel;
  readonly content_type: ContentType;
  readonly method: 'rules' | 'model';
  /** Positions of the first and the last message that it covers, from 1; 0: it covers none yet. */
  readonly from: number;
  readonly to: number;
  /** Tokens that it covers, tokens that it has, and the second as a part of the first. */
  readonly tokens: number;
  readonly token_count: number;
  readonly compression_ratio: number;
  /** Ids of what it was made of: messages, other summaries, facts. */
  readonly sources: readonly string[];
  /** Of an L3: the conversation's view when it was made, by its hash; another view makes it anew. */
  readonly view_key: string;
  /** Of an L3: the L1 of its whole chunks in order, and what they cover. */
  readonly chunks: readonly string[];
  readonly chunked_to: number;
  readonly chunked_tokens: number;
  /** Of an L3: two or three sentences, where somebody has asked for them. */
  readonly abstract: string | null;
  /** Since when it should have been made again, and the model is away; `null`: nothing is missing. */
  readonly away_since: string | null;
}

const stored = storedMembers<StoredSummary>(null, {
  tier: 'L3',
  content: '',
  level: 'NONE',
  content_type: 'conversation',
  method: 'rules',
  from: 0,
  to: 0,
  tokens: 0,
  token_count: 0,
  compression_ratio: 0,
  sources: [],
  view_key: '',
  chunks: [],
  chunked_to: 0,
  chunked_tokens: 0,
  abstract: null,
  away_since: null,
});

/** A summary that nothing has been written into. */
export const emptySummary: StoredSummary = stored.read({});

/** Reads a node of kind ConversationSummary. */
export function summaryOfNode(node: Pick<GraphNode, 'properties'>): StoredSummary {
  return stored.read(node.properties);
}

/** The summary behind a node, if it is in use. */
export function liveSummary(node: GraphNode | undefined): StoredSummary | null {
  return node?.kind === 'ConversationSummary' && node.status === 'ACTIVE' ? summaryOfNode(node) : null;
}

/** What a summary says; of a conversation that is too short for one, the sentences that somebody has asked for. Empty: nothing. */
export function summaryText({ content, abstract }: Pick<StoredSummary, 'content' | 'abstract'>): string {
  return content || (abstract ?? '');
}

/** Its node, over the one that was read; `undefined`: there was none. */
export function summaryNode(
  id: string,
  conversationId: string,
  summary: StoredSummary,
  before: GraphNode | undefined,
  now: string,
): NodeWrite {
  return {
    id,
    kind: 'ConversationSummary',
    conversationId,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
    indexedVersion: summary.tier === 'L3' ? 0 : null,
    properties: stored.write(summary),
    expectedVersion: before?.version ?? 0,
  };
}

/** The id of the summary of a whole conversation: one for each that was started under a name. */
export function wholeSummaryId({ id, message_base }: Pick<Conversation, 'id' | 'message_base'>): string {
  return idOf(['L3', conversationNodeId(id), message_base]);
}

/** The id of the summary of these messages or summaries in a conversation: the same ones have the same. */
export function partSummaryId(
  tier: 'L1' | 'L2',
  { id, message_base }: Pick<Conversation, 'id' | 'message_base'>,
  sources: readonly string[],
): string {
  return idOf([tier, conversationNodeId(id), message_base, sources]);
}

/** The id of a job for a summary, so that one cause starts one job: the ordinal of a message, or the hour in which messages expired. */
export function summaryJobId(
  { id, message_base }: Pick<Conversation, 'id' | 'message_base'>,
  cause: number | `expired:${number}`,
): string {
  return `job_${uuidOf(['summarise', conversationNodeId(id), message_base, cause])}`;
}

/** By which a view is known again. */
export function viewKey(conversation: Pick<Conversation, 'id' | 'message_base' | 'view'>): string {
  return hashOf(viewOf(conversation)).slice(0, 16);
}

function idOf(parts: readonly unknown[]): string {
  return `csum_${uuidOf(parts)}`;
}

function uuidOf(parts: readonly unknown[]): string {
  const hash = hashOf(parts);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function hashOf(value: unknown): string {
  return sha256(JSON.stringify(value));
}
