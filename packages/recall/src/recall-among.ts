import type { Clock, Scope } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { createMemorySearchIndex, type GraphNode } from '@agent-mem/storage';
import type { DocumentSource } from './indexing/document-source.ts';
import { createIndexOnce } from './indexing/indexing.ts';
import type { Recall, RecallContext, RecallRequest } from './recall.ts';
import { recall } from './recall-ranked.ts';

/** Part of the time there is that embedding nodes without a vector may take. */
const embeddingShare = 0.5;
/** Longest that it may take where there is no deadline, in milliseconds. */
const longestEmbeddingMs = 2_000;

/** Nodes, and how the search index would hold them. */
interface Documented {
  readonly nodes: readonly GraphNode[];
  documentOf(node: GraphNode): DocumentSource | null;
}

/**
 * Recalls among nodes that the search index does not hold as they are here: states of the past. They are ranked as the index would rank them
 * if it held them alone. Vectors that the index has of the same texts are used; what is not embedded in time is found by its words.
 */
export async function recallAmong(
  context: RecallContext & { readonly clock: Clock; readonly log: Logger },
  scope: Scope,
  { nodes, documentOf }: Documented,
  request: RecallRequest,
): Promise<Recall> {
  const { embedder, analysis, clock, log, signal } = context;
  const searchIndex = createMemorySearchIndex();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const graph = {
    get: async (_: Scope, ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []),
    markIndexed: async () => undefined,
  };
  const kinds = [...new Set(nodes.map(({ kind }) => kind))];
  const definition = { owns: kinds, documentOf };
  const stored = { ...searchIndex, get: context.searchIndex.get };
  const ports = { graph, searchIndex: stored, embedder, previousEmbedder: null, analysis, clock };
  const embedLimitMs = context.timeLeftMs(longestEmbeddingMs) * embeddingShare;
  await createIndexOnce(definition, ports, log)(scope, [...byId.keys()], { signal, embedLimitMs });
  return recall({ ...context, searchIndex, previousEmbedder: null }, scope, request);
}
