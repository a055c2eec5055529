import { readScopeRules } from '@agent-mem/policy';
import { uniqueKeyHolder } from '@agent-mem/retention';
import type { EventContext } from '@agent-mem/service-kit';
import type { WaitingNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { heldUniqueKey, settledUniqueKey } from '../domain/unique-keys/pending-unique-key.ts';
import { reconcile } from '../reconciliation/reconcile.ts';

/** Comes back to a fact that no event or model has settled. It puts the fact off first, so that a crash does not ask the model at once again. */
export async function reconcileDueFact({ scope, node: uniqueKey }: WaitingNode, context: EventContext<Config>): Promise<void> {
  const { graph, clock } = context;
  const holder = uniqueKeyHolder(uniqueKey);
  const [fact] = holder === null ? [] : await graph.get(scope, [holder]);
  if (fact?.status !== 'ACTIVE') return void (await graph.commit(scope, { nodes: [settledUniqueKey(uniqueKey, clock.now())] }));
  await graph.commit(scope, { nodes: [heldUniqueKey(uniqueKey, clock.now())] });
  const { memory } = await readScopeRules(context, scope, fact.conversationId);
  if (memory === 'off') return;
  await reconcile(context, fact.id);
}
