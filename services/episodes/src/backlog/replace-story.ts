import { isDeepStrictEqual } from 'node:util';
import { OperationError } from '@agent-mem/contract';
import { doneBacklog, type EventContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readEpisode, type Story } from '../domain/episode/episode-node.ts';
import { episodeStored } from '../domain/episode/episode-stored.ts';
import { episodeUniqueKeyId, uniqueKeyIdsOfNode } from '../domain/episode/episode-unique-key.ts';
import { planChange } from '../domain/episode/plan-store.ts';

/** Replaces the story of an episode by the model's, in the commit that ends its waiting. One that was changed or deleted since stays as it is. */
export async function replaceStory(
  episodeId: string,
  story: Story,
  row: GraphNode,
  { clock, graph, index, scope, signal }: EventContext<Config>,
): Promise<void> {
  const now = clock.now();
  const [node] = await graph.get(scope, [episodeId]);
  const plan = node && (await isAsRulesTold(node)) ? await planned(node) : null;
  const isStored = plan?.changed === true && !plan.quarantined;
  await graph.commit(scope, {
    nodes: [...(plan?.nodes ?? []), doneBacklog(row, now)],
    events: isStored ? [episodeStored(scope, episodeId, node?.conversationId ?? null, now)] : [],
  });
  if (plan?.changed) await index(scope, [episodeId], { signal });

  async function isAsRulesTold(episode: GraphNode): Promise<boolean> {
    if (episode.status !== 'ACTIVE') return false;
    const [first] = episode.version === 1 ? [] : await graph.history(scope, episode.id);
    return isDeepStrictEqual(storyOf(first?.node ?? episode), storyOf(episode));
  }

  async function planned(episode: GraphNode) {
    const { timestamp, trust } = readEpisode(episode);
    const ids = [...uniqueKeyIdsOfNode(episode), episodeUniqueKeyId(story)];
    const uniqueKeys = await graph.get(scope, [...new Set(ids)]);
    try {
      return planChange(episode, { ...story, timestamp, trust }, uniqueKeys, now);
    } catch (error) {
      // Another episode tells it: this one stays as it is.
      if (error instanceof OperationError && error.type === 'already-exists') return null;
      throw error;
    }
  }
}

function storyOf(node: GraphNode): Story {
  const { goal, steps, outcome, lessons } = readEpisode(node);
  return { goal, steps, outcome, lessons };
}
