import { activeAgain, type Handler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { answeredFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { planRestore, uniqueKeyIdsToRestore } from '../domain/history/plan-restore.ts';
import { restoredNode, stateToRestore } from '../domain/history/restored-node.ts';
import { getFact } from '../get-fact.ts';
import { replacingFact } from '../replacements.ts';

/**
 * Returns a fact to an earlier state of its own, active again, unless its text belongs to another fact by now. A fact that replaced it
 * steps back: it is superseded by the restored one.
 */
export const restore: Handler<'facts', 'restore', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = context.clock.now();
  const node = await activeAgain(await getFact(graph, scope, request.fact_id), context);
  if (node.status === 'ACTIVE' && request.version === null) {
    const reply = { fact: answeredFact(node) };
    await graph.commit(scope, {}, reply);
    return reply;
  }

  // What is quarantined was never active: it is released as it is.
  const isReleased = node.status === 'QUARANTINED' && request.version === null;
  const earlier = isReleased ? node : stateToRestore(node.id, await graph.history(scope, node.id), request.version);
  const restoring = { node, earlier, replacing: await replacingFact(graph, scope, node) };
  const { nodes, edges } = planRestore(restoring, await graph.get(scope, uniqueKeyIdsToRestore(restoring)), now);
  const events = isReleased ? [factStored(scope, node.id, node.conversationId, now)] : [];
  const { properties } = restoredNode(node, earlier, new Date(now).toISOString());
  const restored = { ...earlier, properties, status: 'ACTIVE', weight: node.weight, version: node.version + 1 } as const;
  const reply = { fact: answeredFact(restored) };
  const { applied } = await graph.commit(scope, { nodes, edges, events }, reply);

  if (applied) {
    const { replacing } = restoring;
    context.metrics.memories('Fact', (node.status === 'ACTIVE' ? 0 : 1) - (replacing ? 1 : 0));
    await context.index(scope, [node.id, ...(replacing ? [replacing.id] : [])], { signal: context.signal });
  }
  return reply;
};
