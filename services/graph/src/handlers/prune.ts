import type { Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { pruneScope } from '../prune-scope.ts';

/** Most that an answer tells of; all of them are archived. */
const maxListed = 1_000;

/** Archives what is least likely to be needed of a scope, or tells what it would. Without figures, those of the fleet's variables hold. */
export const prune: Handler<'graph', 'prune', Config> = async (request, context) => {
  const { scope, config, metrics } = context;
  const wishes = [
    { kind: 'Fact', keep: request.keep_facts ?? (config.PRUNE_KEEP_FACTS || null) },
    { kind: 'Episode', keep: request.keep_episodes ?? (config.PRUNE_KEEP_EPISODES || null) },
  ] as const;
  const pruned = [];
  let kept = 0;
  for (const { kind, keep } of wishes) {
    const report = await pruneScope(context, scope, { kind, keep, isDryRun: request.dry_run });
    pruned.push(...report.pruned);
    kept += report.kept;
    if (!request.dry_run && report.pruned.length > 0) metrics.leftOut(kind, 'pruned', report.pruned.length);
  }
  const listed = pruned.sort((a, b) => a.relevance - b.relevance).slice(0, maxListed);
  return { pruned: listed, kept, dry_run: request.dry_run };
};
