import type { EdgeWrite, GraphEdge, GraphNode, NodeWrite } from './graph.ts';

/** The node that a write makes of the one before it (version 0: there was none). What the write leaves out is empty: it names the whole node. */
export function nodeOfWrite(write: NodeWrite, versionBefore: number): GraphNode {
  return {
    id: write.id,
    kind: write.kind,
    status: write.status ?? 'ACTIVE',
    version: versionBefore + 1,
    weight: write.weight ?? null,
    conversationId: write.conversationId ?? null,
    ordinal: write.ordinal ?? null,
    validFrom: write.validFrom ?? null,
    validTo: write.validTo ?? null,
    createdAt: write.createdAt,
    updatedAt: write.updatedAt,
    dueAt: write.dueAt ?? null,
    indexedVersion: write.indexedVersion ?? null,
    properties: write.properties,
  };
}

/** The edge that a write makes of the one before it (version 0: there was none). */
export function edgeOfWrite({ expectedVersion: _, ...write }: EdgeWrite, versionBefore: number): GraphEdge {
  return { ...write, version: versionBefore + 1, weight: write.weight ?? null, properties: write.properties ?? {} };
}
