import type { GraphNode } from '@agent-mem/storage';
import type { Conversation } from '../domain/conversation.ts';
import { edge } from '../domain/edge.ts';
import { type StoredSummary, summarises, summaryNode } from '../domain/summary/summary-node.ts';
import type { OnEventContext } from '../handler.ts';

/** A summary that is stored, at the version that its node has. */
export interface MadeSummary {
  readonly id: string;
  readonly version: number;
  readonly summary: StoredSummary;
}

/** A summary to store, with what it was made of. */
export interface SummaryToStore {
  readonly id: string;
  /** Its node as it was read; `undefined`: there was none. */
  readonly before: GraphNode | undefined;
  readonly summary: StoredSummary;
  readonly sources: readonly { readonly id: string; readonly version: number }[];
}

/** Stores a summary. What was erased while it was written comes back in none: the commit expects all of it as it was read. */
export async function storeSummary(
  conversation: Conversation,
  { id, before, summary, sources }: SummaryToStore,
  { clock, graph, scope }: Pick<OnEventContext, 'clock' | 'graph' | 'scope'>,
): Promise<MadeSummary> {
  const now = new Date(clock.now()).toISOString();
  const { versions } = await graph.commit(scope, {
    nodes: [summaryNode(id, conversation.id, summary, before, now)],
    edges: sources.map((source) => edge(summarises, id, source.id, now)),
    expect: sources.map((source) => ({ id: source.id, version: source.version })),
  });
  return { id, version: versions[id] ?? 1, summary };
}
