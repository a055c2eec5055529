import { OperationError } from '@agent-mem/contract';
import { claimUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import { activeAgain, type Handler } from '@agent-mem/service-kit';
import { nodesById } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { answeredEpisode } from '../domain/episode/episode-node.ts';
import { uniqueKeyIdsOfNode } from '../domain/episode/episode-unique-key.ts';
import { restoredEpisode } from '../domain/episode/restored-episode.ts';
import { getEpisode } from '../get-episode.ts';

/** Makes an episode active again that was deleted or quarantined, unless its story or its key belongs to another episode by now. */
export const restore: Handler<'episodes', 'restore', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = new Date(context.clock.now()).toISOString();
  const node = await activeAgain(await getEpisode(graph, scope, request.episode_id), context);
  if (node.status === 'ACTIVE') {
    const reply = { episode: answeredEpisode(node) };
    await graph.commit(scope, {}, reply);
    return reply;
  }

  const ids = uniqueKeyIdsOfNode(node);
  const uniqueKeys = await nodesById(graph, scope, ids);
  const claimed = ids.flatMap((id) => {
    const holder = uniqueKeyHolder(uniqueKeys.get(id));
    if (holder === node.id) return [];
    const what = id === ids[0] ? 'story is stored as' : 'key belongs to';
    if (holder) throw new OperationError('failed-precondition', `Episode ${node.id} cannot be restored: its ${what} ${holder}`);
    return [claimUniqueKey(id, uniqueKeys.get(id), node.id, now)];
  });
  const restored = restoredEpisode(node, now);
  const reply = { episode: answeredEpisode({ ...node, ...restored, version: node.version + 1 }) };
  const { applied } = await graph.commit(scope, { nodes: [restored, ...claimed] }, reply);

  if (applied) {
    context.metrics.memories('Episode', 1);
    await context.index(scope, [node.id], { signal: context.signal });
  }
  return reply;
};
