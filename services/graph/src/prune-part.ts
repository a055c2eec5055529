import type { Pruned, Scope } from '@agent-mem/contract';
import type { ServiceContext } from '@agent-mem/service-kit';
import { type PruneContext, type PruneWish, pruneScope } from './prune-scope.ts';

/** What parts of a prune have archived. */
export interface Archived {
  /** The least relevant of it, as far as an answer lists it. */
  readonly pruned: readonly Pruned[];
  readonly count: number;
}

/** What a prune has come to so far, or, of a dry run, would. */
export interface PrunePart extends Archived {
  readonly kept: number;
  /** So many are still to go. */
  readonly left: number;
}

/** Before the first part. */
export const nothingArchived: Archived = { pruned: [], count: 0 };

/** Most that an answer lists. */
const maxListed = 1_000;

/** Prunes kind by kind until its time is over. */
export async function prunePart(
  context: PruneContext & Pick<ServiceContext<unknown>, 'metrics'>,
  scope: Scope,
  wishes: readonly PruneWish[],
  before: Archived,
  isOver: () => boolean,
): Promise<PrunePart> {
  const pruned = [...before.pruned];
  let { count } = before;
  let [kept, left] = [0, 0];
  for (const wish of wishes) {
    const report = await pruneScope(context, scope, wish, isOver);
    pruned.push(...report.pruned);
    count += report.pruned.length;
    kept += report.kept;
    left += report.left;
    if (!wish.isDryRun && report.pruned.length > 0) context.metrics.leftOut(wish.kind, 'pruned', report.pruned.length);
  }
  return { pruned: pruned.sort((a, b) => a.relevance - b.relevance).slice(0, maxListed), count, kept, left };
}
