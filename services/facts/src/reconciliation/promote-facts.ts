import { mayBeLearned, readScopeRules } from '@agent-mem/policy';
import { conflictsRetried } from '@agent-mem/runtime';
import type { EventContext } from '@agent-mem/service-kit';
import type { GraphNode, Page } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { planPromotion, uniqueKeyIdsToPromote } from '../domain/reconciliation/plan-promotion.ts';
import { comparedInFlow } from '../domain/unique-keys/pending-unique-key.ts';

/** Facts of one commit. */
const batchSize = 50;

/**
 * Lets the scope see what only a conversation saw, but what the scope never learns: that stays in the conversation. Each fact is reported as one stored now, so that it is reconciled with what the scope
 * believes, by the model of `flow` if it ended in one. It may be interrupted and called again: what was promoted is not found any more.
 */
export async function promoteFacts(context: EventContext<Config>, conversationId: string, flow: string | null): Promise<void> {
  const { scope, graph, clock, signal } = context;
  const query = { kinds: ['Fact'], conversationId, where: { visibility: 'conversation' }, order: 'createdAt' } as const;
  const { learning } = await readScopeRules(context, scope, conversationId);
  let cursor: string | null = null;
  for (;;) {
    const page = await conflictsRetried(signal, async () => {
      const found: Page<GraphNode> = await graph.find(scope, { ...query, cursor, limit: batchSize });
      const items = found.items.filter((node) => mayBeLearned(readFact(node).content, learning));
      if (items.length === 0) return { written: [], nextCursor: found.nextCursor };
      const now = clock.now();
      const plan = planPromotion(items, await graph.get(scope, uniqueKeyIdsToPromote(items)), now);
      const events = plan.promoted.map((id) => factStored(scope, id, conversationId, now));
      await graph.commit(scope, { nodes: comparedInFlow(plan.nodes, flow), edges: plan.edges, events });
      context.metrics.memories('Fact', -plan.merged.length);
      // What was promoted is not found any more, so the same page is asked for again.
      return { written: items.map(({ id }) => id), nextCursor: cursor };
    });
    if (page.written.length > 0) await context.index(scope, page.written, { signal });
    else if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
