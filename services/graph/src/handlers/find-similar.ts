import { type FindSimilarNodesRequest, OperationError } from '@agent-mem/contract';
import { checkWeights, hydrateRecall, isWithinWeights, mostRecalled, recall, sortedBy } from '@agent-mem/recall';
import { roundedScore } from '@agent-mem/runtime';
import type { Handler, HandlerContext } from '@agent-mem/service-kit';
import type { NodeKind } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { isShown, nodeMessage, textOf } from '../domain/nodes/node-message.ts';
import { shownNode } from '../shown-node.ts';

/** What is found by its words or its meaning. */
const found = [
  'Fact',
  'Episode',
  'Error',
  'Message',
  'Detail',
  'ConversationSummary',
  'CodeUnit',
  'Entity',
  'Summary',
] as const satisfies readonly NodeKind[];
const isFound = (kind: string): kind is (typeof found)[number] => found.some((each) => each === kind);

/** Nodes of any kinds that say or mean what a text or another node says, best first. What only its conversation sees is not among them. */
export const findSimilar: Handler<'graph', 'find_similar', Config> = async (request, context) => {
  checkWeights(request);
  const { graph, scope } = context;
  const { alike, ...asked } = await askedBy(request, context);
  const recalled = await recall(context, scope, {
    ...{ kinds: kindsOf(request), use: 'facts', ...asked },
    topK: Math.min(100, mostRecalled(request) + (request.id ? 1 : 0)),
    scoreThreshold: request.score_threshold,
  });
  const others = { ...recalled, items: recalled.items.filter(({ id }) => id !== alike) };
  const { items } = await hydrateRecall(graph, scope, others, {
    isVisible: (node) => node.status === 'ACTIVE' && isShown(node) && isWithinWeights(node, request),
    recordOf: ({ node, score }) => nodeMessage(node, { weight: request.include_weights, score: roundedScore(score) }),
  });
  return { nodes: sortedBy(items.slice(0, request.top_k), request.sort_by).map(({ record }) => record) };
};

/** The words and, of another node, its id and the vector that it was indexed by. */
async function askedBy({ query, id }: FindSimilarNodesRequest, { embedder, graph, scope, searchIndex }: HandlerContext<Config>) {
  if ((query.trim() === '') === !id)
    throw new OperationError('invalid-argument', 'find_similar.query: exactly one of query and id is required');
  if (!id) return { query, alike: null };
  const node = await shownNode(graph, scope, id);
  const vector = (await searchIndex.vectors(scope, [node.id], embedder.id)).get(node.id);
  return { query: textOf(node), alike: node.id, ...(vector && { embedding: [...vector], embedder: embedder.id }) };
}

function kindsOf({ kinds }: FindSimilarNodesRequest): readonly NodeKind[] {
  const wrong = kinds.find((kind) => !isFound(kind));
  if (wrong !== undefined)
    throw new OperationError(
      'invalid-argument',
      `find_similar.kinds: ${wrong} is not found by words or meaning; known: ${found.join(', ')}`,
    );
  return kinds.length > 0 ? kinds.filter(isFound) : found;
}
