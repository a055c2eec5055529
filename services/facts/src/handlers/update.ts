import { OperationError, type UpdateFactRequest } from '@agent-mem/contract';
import type { Handler } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import type { ChangeDraft } from '../domain/changes/change-draft.ts';
import { factChangeOf } from '../domain/changes/fact-change-of.ts';
import { planChange } from '../domain/changes/plan-change.ts';
import { answeredFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { noFact } from '../get-fact.ts';
import { plannedChange } from '../planned-change.ts';

/** Changes what is given of an active fact. Another text is found by its words and its vector when this resolves, and no longer by the old ones. */
export const update: Handler<'facts', 'update', Config> = async (request, context) => {
  const { scope, graph } = context;
  const now = context.clock.now();
  const change = factChangeOf(request);

  const { plan, nodes, expect } = await plannedChange(graph, scope, [request.fact_id], (draft) => {
    const before = updatableFact(draft, request);
    const planned = planChange(draft, before, change, now);
    return { ...planned, node: draft.get(before.id) ?? before };
  });
  const reply = { fact: answeredFact(plan.node) };
  const events = plan.isPending ? [factStored(scope, plan.node.id, plan.node.conversationId, now)] : [];
  const { applied } = await graph.commit(scope, { nodes, expect, events }, reply);

  if (applied && plan.isChanged) {
    if (plan.node.status !== 'ACTIVE') context.metrics.memories('Fact', -1);
    await context.index(scope, [plan.node.id], { signal: context.signal });
  }
  return reply;
};

/** Throws `not-found`, `failed-precondition` with what to do, or `aborted` where the caller has read another version. */
function updatableFact(draft: ChangeDraft, { fact_id, expected_version: expected }: UpdateFactRequest): GraphNode {
  const node = draft.get(fact_id);
  if (node?.kind !== 'Fact' || node.status === 'DELETED') throw noFact(fact_id);
  const { id, status, version } = node;
  if (status !== 'ACTIVE')
    throw new OperationError(
      'failed-precondition',
      `Fact ${id} is ${status}: facts.restore makes it active, then it can be changed`,
    );
  if (expected === null || expected === version) return node;
  const message = `expected_version: fact ${id} is at version ${version}, not ${expected}; read it and decide again`;
  throw new OperationError('aborted', message, { retryable: false });
}
