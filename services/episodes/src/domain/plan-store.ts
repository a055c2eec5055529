import { newId } from '@agent-mem/contract';
import { claimGuard, guardHolder } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { episodeGuardId } from './episode-guard.ts';
import { type EpisodeDraft, episodeNode } from './episode-node.ts';

/** What storing an episode comes to. */
export interface StorePlan {
  readonly id: string;
  readonly created: boolean;
  /** The episode and its guard; none if the scope holds it already. */
  readonly nodes: readonly NodeWrite[];
}

/** Plans an episode to be stored, given its guard as it was read. `now`: milliseconds since 1970. */
export function planStore(draft: EpisodeDraft, guard: GraphNode | undefined, now: number): StorePlan {
  const held = guardHolder(guard);
  if (held) return { id: held, created: false, nodes: [] };
  const id = newId('epi', now);
  const at = new Date(now).toISOString();
  return { id, created: true, nodes: [episodeNode(id, draft, at), claimGuard(episodeGuardId(draft), guard, id, at)] };
}
