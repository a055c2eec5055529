import type { Scope } from '@agent-mem/contract';
import type { GraphEdge, GraphNode, IdempotencyRecord, NodeKind, NodeVersion } from './graph.ts';
import type { OutboxEntry, WaitingNode, WorkQueue } from './queue/work-queue.ts';

/** What of a scope is purged: nodes with all that hangs on them, or everything but the marks that say that it was. */
export type GraphPurge =
  | 'everything'
  | {
      readonly ids: readonly string[];
      /** Also replies and waiting events go that hold one of these as a text, such as the name of a conversation. An event's scope is none of its texts. */
      readonly names?: readonly string[];
      /** Also recorded states of nodes of these kinds that belonged to this conversation then, wherever the nodes belong now. */
      readonly statesOf?: { readonly conversationId: string; readonly kinds: readonly NodeKind[] };
    };

/** What a purge has removed. */
export interface GraphPurged {
  readonly nodes: number;
  readonly edges: number;
  readonly versions: number;
  /** Events that waited to be published. */
  readonly events: number;
  /** Under what the replies were stored. */
  readonly replies: readonly Pick<IdempotencyRecord, 'operation' | 'key'>[];
}

/** What crosses scopes: for the relay, time-outs, the sweeper and purges, never for a handler. */
export interface GraphMaintenance extends WorkQueue {
  /** The queue `publish`, all its parts, for a look at it: the first events. */
  outbox(limit: number): Promise<readonly OutboxEntry[]>;
  /** Ends the work of publishing these events, in any part. */
  markPublished(positions: readonly string[]): Promise<void>;
  /** Calls back with the scope whenever a commit of this process has put something into the outbox. */
  onOutbox(wake: (scope: Scope) => void): Disposable;
  /** The queue `due`, all its parts. */
  due(kinds: readonly NodeKind[], until: string, limit: number): Promise<readonly WaitingNode[]>;
  /** The queue `index`, all its parts. */
  unindexed(kinds: readonly NodeKind[], limit: number): Promise<readonly WaitingNode[]>;
  scopes(): AsyncIterable<Scope>;
  /** The edges of a scope one of whose ends is no node of it, in order of id. Others have their turns between pages. */
  looseEdges(scope: Scope): AsyncIterable<Pick<GraphEdge, 'id' | 'kind'>>;
  /** Drops stored replies older than this time. Answers how many. */
  dropIdempotencyRecords(before: string): Promise<number>;
  /**
   * Removes for good, whatever the status: nodes, the edges at them, their recorded states, the unique keys that name one of them as their
   * `holder`, or none but them as their `holders`, stored replies and waiting events that hold one of their ids. Of everything, nodes of kind PurgeMark and Settings stay, and those of
   * `stays`. It may be cut off anywhere and done again.
   */
  purge(scope: Scope, what: GraphPurge, stays?: readonly string[]): Promise<GraphPurged>;
  /** Leaves nothing of what was removed in the files of this process; where a server keeps them, that is the server's. */
  scrub(): Promise<void>;
  check(signal?: AbortSignal): Promise<void>;
}

/** One thing that a Graph holds of a scope, as it holds it. */
export type GraphRecord =
  | { readonly node: GraphNode }
  | { readonly edge: GraphEdge }
  | { readonly version: NodeVersion }
  | { readonly kept: IdempotencyRecord & { readonly keptAt: string } };

/** A scope as a whole, for archives: what moves it between two stores. */
export interface GraphArchive {
  /**
   * All of a scope: nodes, edges (also those whose ends are not there), recorded states and stored replies, each kind in order of id.
   * Read page by page: of what is committed meanwhile some may be missing.
   */
  dump(scope: Scope): AsyncIterable<GraphRecord>;
  /**
   * Writes records as they are, versions and times included. Over something of the same id only if that is not newer, so a repeat changes
   * nothing. Publishes no event. A node that was ever to be indexed is to be indexed again.
   */
  load(scope: Scope, records: readonly GraphRecord[]): Promise<void>;
}
