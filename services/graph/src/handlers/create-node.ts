import { type CreateNodeRequest, OperationError } from '@agent-mem/contract';
import type { Handler, HandlerContext } from '@agent-mem/service-kit';
import { type GraphNode, type NodeWrite, nodeOfWrite } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { withNamesOf } from '../domain/entities/entity.ts';
import { parsedProperties } from '../domain/nodes/created-kinds.ts';
import { createdNode, isSameContent } from '../domain/nodes/created-node.ts';
import { nodeMessage } from '../domain/nodes/node-message.ts';
import { freeNames } from '../entities/free-names.ts';
import { shownNode } from '../shown-node.ts';

/** Makes a node of a kind that callers make, or answers the one that has its id and says the same. The episodes service writes errors and solutions. */
export const createNode: Handler<'graph', 'create_node', Config> = async (request, context) => {
  const { clock, graph, index, scope, signal } = context;
  if (request.kind === 'Error' || request.kind === 'Solution') return storedExperience(request.kind, request, context);
  const made = createdNode(request.kind, request, clock.now());
  const [seen] = await graph.get(scope, [made.id]);
  // What a message's reference or a fact's name made goes with the message or the fact; what a caller makes stays.
  const isAdopted = seen?.properties.made_by !== undefined && seen.status !== 'SUPERSEDED';
  if (seen && !isSameContent(seen, withSeenNames(made, seen)) && !(isAdopted && isEntity(seen) && isEntity(made)))
    throw new OperationError('already-exists', `create_node.id: ${made.id} is a node with another content`);
  const write = seen && isAdopted ? adopted(seen, made) : made;
  const isWritten = !seen || isAdopted;
  const reply = { node: nodeMessage(isWritten ? nodeOfWrite(write, seen?.version ?? 0) : seen, { weight: true }) };
  const names = write.kind === 'Entity' ? await freeNames(graph, scope, write, new Date(clock.now()).toISOString()) : [];
  await graph.commit(scope, isWritten ? { nodes: [write, ...names] } : {}, reply);
  if (isWritten) await index(scope, [write.id], { signal });
  return reply;
};

async function storedExperience(kind: 'Error' | 'Solution', request: CreateNodeRequest, context: HandlerContext<Config>) {
  const { graph, scope, caller, signal, idempotencyKey } = context;
  parsedProperties(kind, request.properties);
  const { content: text, weight } = request;
  if (text.trim() === '') throw new OperationError('invalid-argument', `create_node.content: is required of ${kind} nodes`);
  if (request.id)
    throw new OperationError(
      'invalid-argument',
      `create_node.id: the id of ${kind} nodes is made of their content; leave it out`,
    );
  const { workspace, user, collection } = scope;
  const asked = { workspace, user, collection, kind, text, weight };
  const { id } = await caller.call('episodes', 'store_experience', asked, { signal, ...(idempotencyKey && { idempotencyKey }) });
  return { node: nodeMessage(await shownNode(graph, scope, id), { weight: true }) };
}

function adopted({ version, ...seen }: GraphNode, made: NodeWrite): NodeWrite {
  const { properties } = withSeenNames(made, seen);
  return { ...seen, properties, indexedVersion: 0, expectedVersion: version };
}

/** An entity has the names too that it got since it was made. */
function withSeenNames(made: NodeWrite, seen: Pick<GraphNode, 'kind' | 'properties'>): NodeWrite {
  return isEntity(seen) && isEntity(made) ? { ...made, properties: withNamesOf(made, seen) } : made;
}

function isEntity({ kind }: Pick<GraphNode, 'kind'>): boolean {
  return kind === 'Entity';
}
