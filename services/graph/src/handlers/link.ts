import { OperationError } from '@agent-mem/contract';
import { type Handler, weightChangeNode } from '@agent-mem/service-kit';
import { type EdgeWrite, edgeIdOf } from '@agent-mem/storage';
import { edgeMessage } from '../domain/nodes/edge-message.ts';
import { shownNode } from '../shown-node.ts';

/** Edges that say how records belong together: only the services that own the records write them. */
const reserved: ReadonlySet<string> = new Set([
  'HAS_MESSAGE',
  'HAS_BRANCH',
  'HAS_INVOCATION',
  'MADE_TOOL_CALL',
  'PRODUCED_RESULT',
  'summarized_by',
]);

/** Joins two nodes by one edge of a kind; again it changes the edge's weight and metadata, as far as they are given. */
export const link: Handler<'graph', 'link', unknown> = async (request, context) => {
  const { graph, scope, clock } = context;
  const { kind, metadata } = request;
  if (reserved.has(kind))
    throw new OperationError('invalid-argument', `link.kind: ${kind} is written by the services themselves`);
  const [from, to] = await Promise.all([shownNode(graph, scope, request.from), shownNode(graph, scope, request.to)]);
  const id = edgeIdOf(kind, from.id, to.id);
  const now = new Date(clock.now()).toISOString();
  const [seen] = await graph.edges(scope, [id]);
  const weight = request.weight ?? seen?.weight ?? null;
  const edge: EdgeWrite = {
    id,
    kind,
    from: from.id,
    to: to.id,
    weight,
    createdAt: seen?.createdAt ?? now,
    properties: { ...seen?.properties, ...(Object.keys(metadata).length > 0 && { metadata }) },
    expectedVersion: seen?.version ?? 0,
  };
  const before = seen ?? { ...edge, version: 0, weight: null, properties: {} };
  const change = weightChangeNode('graph', before, { weight, changedBy: 'caller', reason: 'link' }, now);
  const isWeighed = seen !== undefined && seen.weight !== weight;
  const version = (seen?.version ?? 0) + 1;
  const written = { ...edge, weight, version, properties: edge.properties ?? {} };
  const reply = { edge: edgeMessage(written, { weight: true }) };
  // The ends are as they were read: neither was erased meanwhile.
  const ends = [...new Map([from, to].map((node) => [node.id, node.version]))].map(([end, at]) => ({ id: end, version: at }));
  await graph.commit(scope, { nodes: isWeighed ? [change] : [], edges: [edge], expect: ends }, reply);
  return reply;
};
