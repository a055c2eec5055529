import { type Handler, startJob, workUntil } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { inputOfPrune, memoOfPrune, pruneKind } from '../domain/prune-job.ts';
import { nothingArchived, prunePart } from '../prune-part.ts';

/** Longest work of a request without a deadline. */
const mostMs = 30_000;

/**
 * Archives what is least likely to be needed of a scope, or tells what it would. Without figures, those of the fleet's variables hold. What the request's time
 * does not suffice for goes on as a job.
 */
export const prune: Handler<'graph', 'prune', Config> = async (request, context) => {
  const { scope, config, clock } = context;
  const { dry_run } = request;
  const keep = {
    Fact: request.keep_facts ?? (config.PRUNE_KEEP_FACTS || null),
    Episode: request.keep_episodes ?? (config.PRUNE_KEEP_EPISODES || null),
  } as const;
  const wishes = (['Fact', 'Episode'] as const).map((kind) => ({ kind, keep: keep[kind], isDryRun: dry_run }));
  const until = workUntil(context, mostMs);
  const part = await prunePart(context, scope, wishes, nothingArchived, () => clock.now() >= until);
  if (part.left === 0) return { pruned: part.pruned, kept: part.kept, dry_run };
  const plan = { service: 'graph', kind: pruneKind, subject: null, conversationIds: [], waitingClient: null } as const;
  const job = await startJob({ ...plan, input: inputOfPrune(keep), memo: memoOfPrune(part) }, context);
  return { job_id: job.id };
};
