import { OperationError } from '@agent-mem/contract';
import { claimGuard, guardHolder, type Handler, releaseGuard } from '@agent-mem/service-kit';
import type { GraphNode, JsonObject } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { guardIdOfNode } from '../domain/fact-guard.ts';
import { factOf } from '../domain/fact-node.ts';
import { restoredNode, stateToRestore } from '../domain/restored-node.ts';
import { knownFact } from '../known-fact.ts';

/** Returns a fact to an earlier state of its own, active again, unless its text belongs to another fact by now. */
export const restore: Handler<'facts', 'restore', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = new Date(context.clock.now()).toISOString();
  const node = await knownFact(graph, scope, request.fact_id);
  if (node.status === 'ACTIVE' && request.version === null) {
    await graph.commit(scope, {}, replyOf(node));
    return replyOf(node);
  }

  const earlier = stateToRestore(node.id, await graph.history(scope, node.id), request.version);
  const [claimed, left] = [guardIdOfNode(earlier), guardIdOfNode(node)];
  const guards = new Map((await graph.get(scope, [...new Set([claimed, left])])).map((guard) => [guard.id, guard]));
  const holder = guardHolder(guards.get(claimed));
  if (holder && holder !== node.id)
    throw new OperationError('failed-precondition', `Fact ${node.id} cannot be restored: its text is kept as ${holder}`);

  const old = guards.get(left);
  const nodes = [
    restoredNode(node, earlier, now),
    claimGuard(claimed, guards.get(claimed), node.id, now),
    ...(old && left !== claimed && guardHolder(old) === node.id ? [releaseGuard(old, now)] : []),
  ];
  const reply = replyOf({ ...earlier, status: 'ACTIVE', weight: node.weight, version: node.version + 1 });
  const { applied } = await graph.commit(scope, { nodes }, reply);

  if (applied) {
    if (node.status === 'DELETED') context.metrics.memories('Fact', 1);
    await context.index(scope, [node.id], { signal: context.signal });
  }
  return reply;
};

/** An answer is JSON: only the types of messages, being interfaces, do not say so. */
function replyOf(node: GraphNode): { readonly fact: JsonObject } {
  return { fact: factOf(node) as JsonObject };
}
