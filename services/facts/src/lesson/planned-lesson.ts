import type { EventContext } from '@agent-mem/service-kit';
import type { Change } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import type { NewFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { planConfirming, planReplacing, withoutRefuted } from '../domain/reconciliation/plan-rereading.ts';
import { type PlannedFact, planStore, uniqueKeyIdsFor } from '../domain/reconciliation/plan-store.ts';
import { heldOf, planVouching } from '../domain/reconciliation/plan-vouching.ts';
import { uniqueKeyIdsOfNode } from '../domain/unique-keys/fact-unique-key.ts';
import { comparedInFlow } from '../domain/unique-keys/pending-unique-key.ts';
import { madeFacts } from './made-facts.ts';

/** What storing some facts that were learned comes to. */
export interface PlannedLesson {
  readonly change: Required<Pick<Change, 'nodes' | 'edges' | 'expect' | 'events'>>;
  readonly drafts: readonly NewFact[];
  /** One for each draft, in order. */
  readonly stored: readonly PlannedFact[];
  readonly created: readonly string[];
  /** Facts that the user vouches for now. */
  readonly vouched: readonly string[];
  /** Facts of rules that gave way to what the model says of the same. */
  readonly replaced: readonly string[];
}

/** Where something was said. */
export interface LessonOrigin {
  readonly conversationId: string | null;
  /** The TrustGraph flow whose model compares what is learned; `null`: none. */
  readonly flow: string | null;
}

/** Plans the commit of what was learned. `made`: ids of facts that rules have made of the same before. */
export async function plannedLesson(
  facts: readonly NewFact[],
  made: readonly string[],
  { conversationId, flow }: LessonOrigin,
  { analysis: { language }, clock, graph, scope }: Pick<EventContext<Config>, 'analysis' | 'clock' | 'graph' | 'scope'>,
): Promise<PlannedLesson> {
  const now = clock.now();
  const earlier = await madeFacts(made, { graph, scope });
  const drafts = withoutRefuted(facts, earlier, language);
  const keyIds = [...drafts.flatMap(uniqueKeyIdsFor), ...earlier.flatMap(({ node }) => uniqueKeyIdsOfNode(node))];
  const uniqueKeys = await graph.get(scope, [...new Set(keyIds)]);
  const plan = planStore(drafts, uniqueKeys, now);
  const created = plan.stored.filter((fact) => fact.created && !fact.quarantined).map((fact) => fact.id);
  const known = await graph.get(
    scope,
    plan.stored.flatMap((fact) => (fact.created ? [] : [fact.id])),
  );
  const vouching = planVouching(heldOf(drafts, plan.stored, known), uniqueKeys, now);
  const replacing = planReplacing(earlier, drafts, plan.stored, uniqueKeys, language, now);
  const { vouched } = vouching;
  const confirming = planConfirming(earlier, plan.stored, uniqueKeys, now);
  const nodes = [...plan.nodes, ...vouching.nodes, ...replacing.nodes, ...confirming.nodes];
  return {
    change: {
      nodes: comparedInFlow(nodes, flow),
      edges: replacing.edges,
      expect: plan.expect,
      events: [...created, ...vouched, ...confirming.confirmed].map((id) => factStored(scope, id, conversationId, now)),
    },
    drafts,
    stored: plan.stored,
    created,
    vouched,
    replaced: replacing.replaced,
  };
}
