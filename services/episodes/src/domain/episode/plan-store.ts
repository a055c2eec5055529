import { newId } from '@agent-mem/contract';
import { claimUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { episodeNode, type NewEpisode } from './episode-node.ts';
import { episodeUniqueKeyId } from './episode-unique-key.ts';

/** What storing an episode comes to. */
export interface StorePlan {
  readonly id: string;
  readonly created: boolean;
  /** Quarantined: no event reports it. */
  readonly quarantined: boolean;
  /** The episode and its unique key; none if the scope holds it already. */
  readonly nodes: readonly NodeWrite[];
}

/** Plans an episode to be stored, given its unique key as it was read. `now`: milliseconds since 1970. */
export function planStore(episode: NewEpisode, uniqueKey: GraphNode | undefined, now: number): StorePlan {
  const held = uniqueKeyHolder(uniqueKey);
  if (held) return { id: held, created: false, quarantined: false, nodes: [] };
  const id = newId('epi', now);
  const at = new Date(now).toISOString();
  const node = episodeNode(id, episode, at);
  const quarantined = node.status === 'QUARANTINED';
  return { id, created: true, quarantined, nodes: [node, claimUniqueKey(episodeUniqueKeyId(episode), uniqueKey, id, at)] };
}
