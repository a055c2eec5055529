import { conflictsRetried } from '@agent-mem/runtime';
import type { EventContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';
import { factStored } from './domain/fact/fact-stored.ts';
import { planPromotion, uniqueKeyIdsToPromote } from './domain/reconciliation/plan-promotion.ts';
import { comparedInFlow } from './domain/unique-keys/pending-unique-key.ts';

/** Facts of one commit. */
const batchSize = 50;

/**
 * Lets the scope see what only a conversation saw. Each fact is reported as one stored now, so that it is reconciled with what the scope
 * believes, by the model of `flow` if it ended in one. It may be interrupted and called again: what was promoted is not found any more.
 */
export async function promoteFacts(context: EventContext<Config>, conversationId: string, flow: string | null): Promise<void> {
  const { scope, graph, clock, signal } = context;
  const query = { kinds: ['Fact'], conversationId, where: { visibility: 'conversation' }, order: 'createdAt' } as const;
  for (;;) {
    const written = await conflictsRetried(signal, async () => {
      const { items } = await graph.find(scope, { ...query, limit: batchSize });
      if (items.length === 0) return [];
      const now = clock.now();
      const plan = planPromotion(items, await graph.get(scope, uniqueKeyIdsToPromote(items)), now);
      const events = plan.promoted.map((id) => factStored(scope, id, conversationId, now));
      await graph.commit(scope, { nodes: comparedInFlow(plan.nodes, flow), edges: plan.edges, events });
      context.metrics.memories('Fact', -plan.merged.length);
      return items.map(({ id }) => id);
    });
    if (written.length === 0) return;
    await context.index(scope, written, { signal });
  }
}
