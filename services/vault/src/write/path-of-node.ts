import type { GraphNode } from '@agent-mem/storage';
import { entryPath, type Snapshot } from '@agent-mem/vault';

/** Where the file of a node belongs: where its layout says, if no other node's file lies there. A chunk or group keeps its number once it has one. */
export function pathOfNode(node: GraphNode, snapshot: Snapshot): string {
  const known = snapshot.ofNode(node.id)?.path;
  const isFree = (path: string) => (snapshot.ofPath(path)?.id ?? node.id) === node.id;
  const { tier } = node.properties;
  if (node.kind === 'ConversationSummary' && (tier === 'L1' || tier === 'L2')) {
    const number = known && Number(/_(\d+)\.md$/.exec(known)?.[1] ?? Number.NaN);
    if (typeof number === 'number' && !Number.isNaN(number) && isFree(entryPath(node, number))) return entryPath(node, number);
    for (let next = 0; ; next += 1) if (isFree(entryPath(node, next))) return entryPath(node, next);
  }
  const path = entryPath(node);
  return isFree(path) ? path : path.replace(/\.md$/, `__${node.id}.md`);
}
