import { memoryReference, type Scope } from '@agent-mem/contract';
import {
  type EdgeWrite,
  edgeIdOf,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type JsonObject,
  type NodeKind,
  type NodeWrite,
  storedMembers,
} from '@agent-mem/storage';

/** The edge from what was archived to the summary that stands for it. */
export const summarizedBy = 'summarized_by';

/** What an edge `summarized_by` holds: the unique keys that its node gave up, to claim them again where the compaction is undone. */
const storedEdge = storedMembers<{ readonly unique_keys: readonly string[] | null }>(null, { unique_keys: null });

/** The edge from a node, which held these unique keys, to the summary that stands for it. */
export function summarizedByEdge(nodeId: string, summaryId: string, uniqueKeyIds: readonly string[], now: string): EdgeWrite {
  const id = edgeIdOf(summarizedBy, nodeId, summaryId);
  const properties = storedEdge.write({ unique_keys: uniqueKeyIds });
  return { id, kind: summarizedBy, from: nodeId, to: summaryId, createdAt: now, properties };
}

/** Reads what such an edge holds; `null`: a version before did not note it. */
export function givenUpUniqueKeys({ properties }: Pick<GraphEdge, 'properties'>): readonly string[] | null {
  return storedEdge.read(properties).unique_keys;
}

/** Why a node is archived, by its property `archived_by`. */
export type ArchivedBy = 'compaction' | 'prune';

/** What a node of kind Summary holds. */
export interface StoredCompaction {
  readonly summary_content: string;
  /** What it stands for, in order of time. */
  readonly original_node_ids: readonly string[];
  /** The kinds of these, each once. */
  readonly covers: readonly string[];
  /** What wrote it, by a name; `null`: rules. */
  readonly generating_model: string | null;
  readonly job_id: string | null;
  /** `conversation`: one of the originals was seen only in its conversation. */
  readonly visibility: 'scope' | 'conversation';
  /** When the last of the originals was said or learned (ISO 8601). */
  readonly timestamp: string;
  /** Words of the originals that it does not say: it is found by them too. */
  readonly found_by: string;
}

/** Reads and writes them. */
export const storedCompaction = storedMembers<StoredCompaction>(null, {
  summary_content: '',
  original_node_ids: [],
  covers: [],
  generating_model: null,
  job_id: null,
  visibility: 'scope',
  timestamp: '',
  found_by: '',
});

/** Why a node is archived; `null`: it is not. What the versions before archived of facts and episodes they pruned. */
export function archivedBy({ kind, status, properties }: Pick<GraphNode, 'kind' | 'status' | 'properties'>): string | null {
  if (status !== 'ARCHIVED') return null;
  if (typeof properties.archived_by === 'string') return properties.archived_by;
  return kind === 'Fact' || kind === 'Episode' ? 'prune' : null;
}

/** Whether a summary stands in its place. */
export function isCompacted(node: Pick<GraphNode, 'kind' | 'status' | 'properties'>): boolean {
  return archivedBy(node) === 'compaction';
}

/** A node out of what is found, with the reason. The commit fails if it has changed since it was read. */
export function archivedNode({ version, ...seen }: GraphNode, reason: ArchivedBy, now: string): NodeWrite {
  const properties: JsonObject = { ...seen.properties, archived_by: reason };
  return { ...seen, status: 'ARCHIVED', updatedAt: now, properties, expectedVersion: version, record: 'archived' };
}

/** It again as it was before. */
export function unarchivedNode({ version, ...seen }: GraphNode, now: string): NodeWrite {
  const { archived_by: _, ...properties } = seen.properties;
  return { ...seen, status: 'ACTIVE', updatedAt: now, properties, expectedVersion: version, record: 'restored' };
}

/** Kinds of what was said in a conversation: it stands there, and is found there. */
export const saidKinds: readonly NodeKind[] = ['Message', 'ToolCall', 'ToolResult'];

/** Kinds whose nodes a summary can stand for. */
export const compactedKinds: readonly NodeKind[] = ['Fact', 'Episode', ...saidKinds, 'CodeUnit', 'Entity', 'Summary'];

/** Whether a summary stands for what was said in a conversation, for what else is remembered, or for both. */
export function standsFor({ properties }: Pick<GraphNode, 'properties'>): { readonly said: boolean; readonly other: boolean } {
  const { covers } = storedCompaction.read(properties);
  const isSaid = (kind: string) => saidKinds.some((each) => each === kind);
  return { said: covers.some(isSaid), other: !covers.every(isSaid) };
}

/** What a summary says, and by which reference what it stands for is opened. */
export function summaryText({ id, properties }: Pick<GraphNode, 'id' | 'properties'>): string {
  const { summary_content, original_node_ids } = storedCompaction.read(properties);
  return `${summary_content} ${memoryReference(id, `the ${original_node_ids.length} memories that this summarises`)}`;
}

/** The summary that stands for a node; `null`: none does. */
export async function summaryFor(graph: Pick<Graph, 'neighbours'>, scope: Scope, node: GraphNode): Promise<GraphNode | null> {
  if (!isCompacted(node)) return null;
  const { items } = await graph.neighbours(scope, node.id, {
    ...{ kinds: [summarizedBy], direction: 'out', statuses: ['ACTIVE', 'ARCHIVED'], limit: 1 },
  });
  return items[0]?.node ?? null;
}
