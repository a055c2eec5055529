import type { GraphEdge, GraphNode, KeptReply, NodeVersion } from '../graph.ts';

/** What the Graph holds of one scope. */
export interface ScopeGraph {
  readonly nodes: Map<string, GraphNode>;
  readonly edges: Map<string, GraphEdge>;
  /** Edge ids by the nodes they touch. */
  readonly touching: Map<string, Set<string>>;
  readonly history: Map<string, NodeVersion[]>;
  readonly kept: Map<string, KeptReply & { readonly keptAt: string }>;
}
