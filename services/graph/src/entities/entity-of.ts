import { OperationError, type Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { storedEntity } from '../domain/entities/entity.ts';
import { shownNode } from '../shown-node.ts';

/** The entity of an id, whatever its status. Rejects with `not-found`, or with `invalid-argument` for a node of another kind. `member`: of the request. */
export async function entityOf(graph: Pick<Graph, 'get'>, scope: Scope, id: string, member: string): Promise<GraphNode> {
  const node = await shownNode(graph, scope, id);
  if (node.kind !== 'Entity') throw new OperationError('invalid-argument', `${member}: ${id} is no entity but a ${node.kind}`);
  return node;
}

/** The same of one that is active. Rejects with `failed-precondition` for another. */
export async function activeEntity(graph: Pick<Graph, 'get'>, scope: Scope, id: string, member: string): Promise<GraphNode> {
  const node = await entityOf(graph, scope, id, member);
  if (node.status !== 'ACTIVE') throw notActive(node, member);
  return node;
}

/** The refusal of an entity that is not active. */
export function notActive({ id, status, properties }: GraphNode, member: string): OperationError {
  const { merged_into } = storedEntity.read(properties);
  const why = merged_into === null ? `is ${status}` : `was merged into ${merged_into}; use that, or split it off first`;
  return new OperationError('failed-precondition', `${member}: ${id} ${why}`);
}
