import { type GraphNode, type NodeWrite, nodeOfWrite } from '@agent-mem/storage';

/** A node as a store answers it after this write. */
export function storedNode(write: NodeWrite, version = 1): GraphNode {
  return nodeOfWrite(write, version - 1);
}
