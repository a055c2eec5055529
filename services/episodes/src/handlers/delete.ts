import { deletedNode, releaseUniqueKeysOf } from '@agent-mem/retention';
import { activeAgain, type Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { uniqueKeyIdsOfNode } from '../domain/episode/episode-unique-key.ts';
import { getEpisode } from '../get-episode.ts';

/** Deletes softly and lets the story and the key go, so that storing them again makes an episode of its own. */
export const deleteEpisode: Handler<'episodes', 'delete', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = new Date(context.clock.now()).toISOString();
  const reply = { success: true };
  const node = await activeAgain(await getEpisode(graph, scope, request.episode_id), context);
  if (node.status === 'DELETED') {
    await graph.commit(scope, {}, reply);
    return reply;
  }

  const uniqueKeys = await graph.get(scope, uniqueKeyIdsOfNode(node));
  const release = releaseUniqueKeysOf(node.id, uniqueKeys, now);
  const { applied } = await graph.commit(scope, { nodes: [deletedNode(node, now), ...release] }, reply);

  if (applied) {
    if (node.status === 'ACTIVE') context.metrics.memories('Episode', -1);
    await context.index(scope, [node.id], { signal: context.signal });
  }
  return reply;
};
