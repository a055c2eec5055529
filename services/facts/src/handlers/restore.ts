import { newId, OperationError } from '@agent-mem/contract';
import { claimGuard, guardHolder, type Handler, releaseGuard } from '@agent-mem/service-kit';
import type { GraphNode, JsonObject } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { guardIdOfNode } from '../domain/fact-guard.ts';
import { factOf } from '../domain/fact-node.ts';
import { replacedByEdge } from '../domain/plan-reconciliation.ts';
import { restoredNode, stateToRestore } from '../domain/restored-node.ts';
import { retiredNode } from '../domain/retired-node.ts';
import { knownFact } from '../known-fact.ts';
import { replacingFact } from '../replacing-fact.ts';

/**
 * Returns a fact to an earlier state of its own, active again, unless its text belongs to another fact by now. A fact that took its place
 * steps back: it is superseded by the restored one.
 */
export const restore: Handler<'facts', 'restore', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = new Date(context.clock.now()).toISOString();
  const node = await knownFact(graph, scope, request.fact_id);
  if (node.status === 'ACTIVE' && request.version === null) {
    await graph.commit(scope, {}, replyOf(node));
    return replyOf(node);
  }

  // What is set aside was never active: it is released as it is.
  const isReleased = node.status === 'QUARANTINED' && request.version === null;
  const earlier = isReleased ? node : stateToRestore(node.id, await graph.history(scope, node.id), request.version);
  const replacing = await replacingFact(graph, scope, node);
  const [claimed, left] = [guardIdOfNode(earlier), guardIdOfNode(node)];
  const ofReplacing = replacing ? [guardIdOfNode(replacing)] : [];
  const guards = new Map(
    (await graph.get(scope, [...new Set([claimed, left, ...ofReplacing])])).map((guard) => [guard.id, guard]),
  );
  const holder = guardHolder(guards.get(claimed));
  if (holder && holder !== node.id)
    throw new OperationError('failed-precondition', `Fact ${node.id} cannot be restored: its text is kept as ${holder}`);

  const released = [...new Set([left, ...ofReplacing])].flatMap((id) => {
    const guard = guards.get(id);
    const isTheirs = guard && [node.id, replacing?.id].includes(guardHolder(guard) ?? undefined);
    return guard && isTheirs && id !== claimed ? [releaseGuard(guard, now)] : [];
  });
  const restored = restoredNode(node, earlier, now);
  const nodes = [
    restored,
    claimGuard(claimed, guards.get(claimed), node.id, now),
    ...(replacing ? [retiredNode(replacing, { status: 'SUPERSEDED', by: node.id }, now, now)] : []),
    ...released,
  ];
  const edges = replacing
    ? [{ id: newId('edge', context.clock.now()), kind: replacedByEdge, from: replacing.id, to: node.id, createdAt: now }]
    : [];
  const { properties } = restored;
  const reply = replyOf({ ...earlier, properties, status: 'ACTIVE', weight: node.weight, version: node.version + 1 });
  const { applied } = await graph.commit(scope, { nodes, edges }, reply);

  if (applied) {
    context.metrics.memories('Fact', (node.status === 'ACTIVE' ? 0 : 1) - (replacing ? 1 : 0));
    await context.index(scope, [node.id, ...(replacing ? [replacing.id] : [])], { signal: context.signal });
  }
  return reply;
};

/** An answer is JSON: only the types of messages, being interfaces, do not say so. */
function replyOf(node: GraphNode): { readonly fact: JsonObject } {
  return { fact: factOf(node) as JsonObject };
}
