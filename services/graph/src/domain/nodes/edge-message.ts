import type { Edge, Init } from '@agent-mem/contract';
import type { GraphEdge } from '@agent-mem/storage';
import { metadataOf } from './metadata.ts';

/** An edge as answers show it. */
export function edgeMessage(edge: GraphEdge, view: { readonly weight: boolean }): Init<Edge> {
  return {
    id: edge.id,
    kind: edge.kind,
    from: edge.from,
    to: edge.to,
    version: edge.version,
    created_at: edge.createdAt,
    metadata: metadataOf(edge.properties),
    weight: view.weight ? edge.weight : null,
  };
}
