import type { Scope } from '@agent-mem/contract';
import { readScopeRules } from '@agent-mem/policy';
import { uniqueKeyHolder } from '@agent-mem/retention';
import type { ServiceContext } from '@agent-mem/service-kit';
import { type GraphNode, VersionConflict } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { heldUniqueKey, settledUniqueKey } from '../domain/unique-keys/pending-unique-key.ts';
import { reconcile } from '../reconcile.ts';

const batchSize = 100;

/** Comes back to facts that no event or model has settled. One instance takes each: the others meet its commit. */
export async function reconcileDueFacts(context: ServiceContext<Config>): Promise<void> {
  const due = await context.graph.due(['Guard'], new Date(context.clock.now()).toISOString(), batchSize);
  for (const { scope, node } of due) {
    context.signal.throwIfAborted();
    try {
      await take(context, scope, node);
    } catch (error) {
      if (!(error instanceof VersionConflict)) context.log.warn({ err: error }, 'A fact that is due has to wait');
    }
  }
}

/** Puts it off first, so that another instance does not ask the model about it too. */
async function take(context: ServiceContext<Config>, scope: Scope, uniqueKey: GraphNode): Promise<void> {
  const { graph, clock } = context;
  const holder = uniqueKeyHolder(uniqueKey);
  const [fact] = holder === null ? [] : await graph.get(scope, [holder]);
  if (fact?.status !== 'ACTIVE') return void (await graph.commit(scope, { nodes: [settledUniqueKey(uniqueKey, clock.now())] }));
  await graph.commit(scope, { nodes: [heldUniqueKey(uniqueKey, clock.now())] });
  const { memory } = await readScopeRules(context, scope, fact.conversationId);
  if (memory === 'off') return;
  await reconcile({ ...context, scope }, fact.id);
}
