import type { Event, Scope } from '@agent-mem/contract';

/** What a node stands for; each kind is written by one service. */
export type NodeKind =
  | 'Fact'
  | 'Guard'
  | 'Episode'
  | 'Error'
  | 'Solution'
  | 'Conversation'
  | 'Message'
  | 'ToolCall'
  | 'ToolResult'
  | 'Invocation'
  | 'Insight'
  | 'Detail'
  | 'Summary'
  | 'ConversationSummary'
  | 'Job'
  | 'CodeUnit'
  | 'Entity'
  /** One change of the weight of a node or an edge. */
  | 'WeightChange'
  /** A past question, from which edges `answered_by` start. */
  | 'Question'
  /** What one receipt's feedback has changed already. */
  | 'Feedback'
  | 'Settings'
  /** What a model is still to read: its service's own kind, so that no other takes what falls due. */
  | 'FactBacklog'
  | 'EpisodeBacklog'
  /** A field of a user's profile, which its facts lead to, or how far the fields of the facts have been found. */
  | 'Profile'
  /** An invocation that waits for somebody, and what became of it. */
  | 'Run'
  | 'PurgeMark'
  /** A key of the fleet, in a scope that holds no memory. */
  | 'Key';

/** Whether a node counts: only ACTIVE ones are found unless a query says otherwise. */
export type Status = 'ACTIVE' | 'SUPERSEDED' | 'DELETED' | 'ARCHIVED' | 'QUARANTINED' | 'EXPIRED';

/** For queries of what is there, whether it counts or not. */
export const everyStatus: readonly Status[] = ['ACTIVE', 'SUPERSEDED', 'DELETED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED'];

/** Plain JSON. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [member: string]: JsonValue };
/** A plain JSON object. */
export type JsonObject = { readonly [member: string]: JsonValue };

/** Something remembered. Times are ISO 8601, UTC. */
export interface GraphNode {
  /** Unique in its scope. */
  readonly id: string;
  readonly kind: NodeKind;
  readonly status: Status;
  /** 1 when it is made, one more at each write. */
  readonly version: number;
  /** Learned; `null` until something is. */
  readonly weight: number | null;
  /** The conversation it belongs to or was learned in, as callers name it. */
  readonly conversationId: string | null;
  /** Place in that conversation, from 1. */
  readonly ordinal: number | null;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When maintenance is to look at it: an idle conversation, a lease, an expiry. */
  readonly dueAt: string | null;
  /** Version its search document was made of; 0: not indexed; `null`: never to be. */
  readonly indexedVersion: number | null;
  readonly properties: JsonObject;
}

/** A relation that starts at `from` and ends at `to`. */
export interface GraphEdge {
  readonly id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly version: number;
  readonly weight: number | null;
  readonly createdAt: string;
  readonly properties: JsonObject;
}

/** A node to write whole. What is left out takes: status ACTIVE, everything else `null` (indexedVersion: `null`). */
export interface NodeWrite {
  readonly id: string;
  readonly kind: NodeKind;
  readonly status?: Status;
  readonly weight?: number | null;
  readonly conversationId?: string | null;
  readonly ordinal?: number | null;
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly dueAt?: string | null;
  readonly indexedVersion?: number | null;
  readonly properties: JsonObject;
  /** 0: must not be there. n: must be at version n. Left out: whatever is there is replaced. */
  readonly expectedVersion?: number;
  /** Keeps this state in the node's history, under this word (stored, deleted, restored …). */
  readonly record?: string;
}

/**
 * An edge to write whole, by its id.
 * Its ends need not be there yet (another service may write them later): `neighbours` answers it once they are.
 */
export interface EdgeWrite {
  readonly id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly weight?: number | null;
  readonly createdAt: string;
  readonly properties?: JsonObject;
  /** 0: must not be there. n: must be at version n. Left out: whatever is there is replaced. */
  readonly expectedVersion?: number;
}

/** What is stored under an idempotency key. */
export interface IdempotencyRecord {
  readonly operation: string;
  readonly key: string;
  /** SHA-256 of the request's JSON. */
  readonly requestHash: string;
  readonly reply: JsonObject;
}

/** An event on its way by a commit. */
export interface CommittedEvent extends Event {
  /** W3C trace context of what it came of: goes with the event, beside its members. */
  readonly traceparent?: string;
}

/** All of it happens, or nothing. A node written twice in one change is refused with `invalid-argument`. */
export interface Change {
  readonly nodes?: readonly NodeWrite[];
  readonly edges?: readonly EdgeWrite[];
  /** Nodes that are read only but must be at these versions (0: absent). */
  readonly expect?: readonly { readonly id: string; readonly version: number }[];
  /** Published after the commit, at least once, in this order. */
  readonly events?: readonly CommittedEvent[];
  /** Refused with `already-exists` if the key is stored with another hash; with the same hash the commit changes nothing and says so. */
  readonly idempotency?: IdempotencyRecord;
}

/** What became of a commit that met no other writer. */
export interface CommitResult {
  /** False: the idempotency key was there already with the same request, and nothing was written. */
  readonly applied: boolean;
  /** The reply stored under the key: this commit's, or the earlier one. */
  readonly reply: JsonObject | null;
  /** The new version of each node written. */
  readonly versions: Readonly<Record<string, number>>;
}

/** Which nodes, in which order; each part given narrows it. */
export interface NodeQuery {
  readonly kinds: readonly NodeKind[];
  /** Default: ACTIVE. */
  readonly statuses?: readonly Status[];
  readonly conversationId?: string;
  /** Both ends included. */
  readonly ordinals?: { readonly from?: number; readonly to?: number };
  /** Top-level properties that must have these values. */
  readonly where?: Readonly<Record<string, string | number | boolean>>;
  /** Both ends included. Either leaves out nodes without a weight. */
  readonly weights?: { readonly from?: number; readonly to?: number };
  /**
   * By what the page is ordered; ties by id in the same direction. No ordinal comes before ordinal 1. By `weight` come only nodes that have
   * one, and `conversationId` does not go together with it.
   */
  readonly order: 'createdAt' | 'updatedAt' | 'ordinal' | 'weight';
  readonly descending?: boolean;
  /** 1 to 1,000. */
  readonly limit: number;
  /** `nextCursor` of the page before. A text that is not one is refused with `invalid-argument`: "cursor: …". */
  readonly cursor?: string | null;
}

/** Some of the items in order, and the cursor that leads on; `null`: these are the last. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Which edges of a node to follow; each part given narrows it. */
export interface NeighbourQuery {
  /** Kinds of edges; absent: all. */
  readonly kinds?: readonly string[];
  /** `both` answers an edge from a node to itself once. */
  readonly direction: 'out' | 'in' | 'both';
  /** Of the node at the other end. Default: ACTIVE. */
  readonly statuses?: readonly Status[];
  /** Leaves out edges below it and those without a weight. */
  readonly minWeight?: number;
  /** Leaves out edges above it and those without a weight. */
  readonly maxWeight?: number;
  /** By the edge; ties by its id, rising. An edge without a weight comes last. Default: createdAt. */
  readonly sort?: 'createdAt' | 'weightDescending' | 'weightAscending';
  /** 1 to 1,000. */
  readonly limit: number;
  readonly cursor?: string | null;
}

/** Most edges that `edgesAround` answers, and most steps that `stepsFrom` does. */
export const mostEdges = 10_000;

/** Which edges of several nodes to answer; each part given narrows it. */
export interface EdgesQuery extends Pick<NeighbourQuery, 'kinds' | 'direction' | 'statuses' | 'minWeight' | 'maxWeight'> {
  /** Leaves out edges whose other end is of such a kind. */
  readonly exceptKinds?: readonly NodeKind[];
  /** 1 to `mostEdges`. */
  readonly limit: number;
}

/** An edge as a step from one of the nodes asked for to the node at its other end: what a traversal looks at, and no more of it. */
export interface GraphStep {
  readonly edgeId: string;
  /** One of the nodes asked for, whichever way the edge leads. */
  readonly from: string;
  readonly to: string;
  readonly weight: number | null;
  readonly createdAt: string;
}

/** Between which nodes ways are looked for; edges lead both ways. */
export interface WaysQuery extends Pick<EdgesQuery, 'kinds' | 'exceptKinds'> {
  readonly from: string;
  /** Not `from`. */
  readonly to: string;
  /** Most edges of a way, 1 to 6. */
  readonly maxLength: number;
  /** Most ways, 1 to 100. */
  readonly limit: number;
}

/** A way through the graph: each edge joins two nodes that follow one another. */
export interface Way {
  /** Both ends among them. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** One state a node has been in. */
export interface NodeVersion {
  readonly version: number;
  readonly record: string;
  readonly recordedAt: string;
  readonly node: GraphNode;
}

/** The truth. Reads see every commit that resolved before them. */
export interface Graph {
  /** Durable when it resolves. Rejects with `VersionConflict` when an expected version does not hold. */
  commit(scope: Scope, change: Change): Promise<CommitResult>;
  /** The nodes that are there, whatever their status, in the order of the ids. */
  get(scope: Scope, ids: readonly string[]): Promise<readonly GraphNode[]>;
  find(scope: Scope, query: NodeQuery): Promise<Page<GraphNode>>;
  /** Number of nodes that `find` would page through. */
  count(scope: Scope, query: Pick<NodeQuery, 'kinds' | 'statuses' | 'conversationId' | 'where'>): Promise<number>;
  /** The edges that are there and whose ends are, in the order of the ids. */
  edges(scope: Scope, ids: readonly string[]): Promise<readonly GraphEdge[]>;
  neighbours(
    scope: Scope,
    id: string,
    query: NeighbourQuery,
  ): Promise<Page<{ readonly edge: GraphEdge; readonly node: GraphNode }>>;
  /** Edges of any of these nodes, each once, the earliest first; of more than the limit any may be left out. */
  edgesAround(scope: Scope, ids: readonly string[], query: EdgesQuery): Promise<readonly GraphEdge[]>;
  /** The steps from any of these nodes, in no order; of more than the limit any may be left out. An edge between two of them may be a step from each. */
  stepsFrom(scope: Scope, ids: readonly string[], query: EdgesQuery): Promise<readonly GraphStep[]>;
  /**
   * The shortest ways between two nodes, all of the same length; of more than the limit any may be left out. What lies between the ends is
   * ACTIVE. A store that reads the edges to find a way may throw `out-of-range` where there are more than `mostEdges` of them.
   */
  shortestWays(scope: Scope, query: WaysQuery): Promise<readonly Way[]>;
  /** Recorded states, oldest first. */
  history(scope: Scope, id: string): Promise<readonly NodeVersion[]>;
  /** What is stored under an idempotency key. */
  idempotencyRecord(scope: Scope, operation: string, key: string): Promise<IdempotencyRecord | null>;
  /** Notes that the search index holds the document of this version of a node; an older version than noted changes nothing. Version 0: it is to be made anew. */
  markIndexed(scope: Scope, marks: readonly { readonly id: string; readonly version: number }[]): Promise<void>;
  /** Writes to the conversation's file what of it waits for that; done again it changes nothing. Bodies that are in the Graph itself wait for none. */
  saveConversation(scope: Scope, conversationId: string): Promise<void>;
}
