import { deletedNode, releaseUniqueKeysOf } from '@agent-mem/retention';
import { activeAgain, type Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { uniqueKeyIdsOfNode } from '../domain/unique-keys/fact-unique-key.ts';
import { getFact } from '../get-fact.ts';

/** Deletes softly and lets the text and the key go, so that storing them again makes a fact of its own. */
export const deleteFact: Handler<'facts', 'delete', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = new Date(context.clock.now()).toISOString();
  const reply = { success: true };
  const node = await activeAgain(await getFact(graph, scope, request.fact_id), context);
  if (node.status === 'DELETED') {
    await graph.commit(scope, {}, reply);
    return reply;
  }

  const uniqueKeys = await graph.get(scope, uniqueKeyIdsOfNode(node));
  const release = releaseUniqueKeysOf(node.id, uniqueKeys, now);
  const { applied } = await graph.commit(scope, { nodes: [deletedNode(node, now), ...release] }, reply);

  if (applied) {
    if (node.status === 'ACTIVE') context.metrics.memories('Fact', -1);
    await context.index(scope, [node.id], { signal: context.signal });
  }
  return reply;
};
