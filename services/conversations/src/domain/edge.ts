import { newId } from '@agent-mem/contract';
import { conversationEdgeId, type EdgeWrite } from '@agent-mem/storage';

/** An edge whose id is made of what it relates: written again it is the same one. */
export function edge(kind: string, from: string, to: string, createdAt: string): EdgeWrite {
  return { id: conversationEdgeId(kind, from, to), kind, from, to, createdAt };
}

/** An edge of something that is made once. */
export function newEdge(kind: string, from: string, to: string, createdAt: string): EdgeWrite {
  return { id: newId('edge', Date.parse(createdAt)), kind, from, to, createdAt };
}
