import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { nodeOfWrite } from '@agent-mem/storage/internal';

/** A node as a store answers it after this write. */
export function storedNode(write: NodeWrite, version = 1): GraphNode {
  return nodeOfWrite(write, version - 1);
}
