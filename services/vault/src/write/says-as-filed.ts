import type { GraphNode } from '@agent-mem/storage';
import { type KnownFile, saysTheSame } from '@agent-mem/vault';
import type { OpenScope } from '../open-scope.ts';

/** Whether a node says what it said when its file was written: since then memory has changed at most what it notes of it, such as that it was compared with others. */
export async function saysAsFiled(node: GraphNode, known: KnownFile, { graph, scope }: OpenScope): Promise<boolean> {
  if (node.version === known.version) return true;
  const filed = (await graph.history(scope, node.id)).findLast(({ version }) => version <= known.version);
  return filed !== undefined && saysTheSame(filed.node, node);
}
