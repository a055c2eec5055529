import { ownVectors } from '@agent-mem/recall';
import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { answeredFact } from '../domain/fact/fact-node.ts';
import { getFact, noFact } from '../get-fact.ts';

/** One fact by its id, whatever its status; a deleted one only if it is asked for. */
export const get: Handler<'facts', 'get', Config> = async (request, context) => {
  const { scope } = context;
  const node = await getFact(context.graph, scope, request.fact_id);
  if (node.status === 'DELETED' && !request.include_deleted) throw noFact(request.fact_id);
  const vectors = await ownVectors(context, scope, [node.id], request.include_embedding);
  return { fact: answeredFact(node, { weight: request.include_weights, embedding: vectors.get(node.id) ?? [] }) };
};
