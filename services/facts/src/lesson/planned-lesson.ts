import type { EventContext } from '@agent-mem/service-kit';
import type { Change, GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import type { NewFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import { planConfirming, planReplacing, planRighting, withoutRefuted } from '../domain/reconciliation/plan-rereading.ts';
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

/** What is known already of what was learned. */
export interface KnownOfLesson {
  /** Ids of facts that rules have made of the same before. */
  readonly made?: readonly string[];
  /** By the content of what puts a fact right, the id of that fact. */
  readonly replaces?: ReadonlyMap<string, string>;
}

/** Plans the commit of what was learned. */
export async function plannedLesson(
  facts: readonly NewFact[],
  { made = [], replaces = new Map() }: KnownOfLesson,
  { conversationId, flow }: LessonOrigin,
  { analysis: { language }, clock, graph, scope }: Pick<EventContext<Config>, 'analysis' | 'clock' | 'graph' | 'scope'>,
): Promise<PlannedLesson> {
  const now = clock.now();
  const earlier = await madeFacts(made, { graph, scope });
  const drafts = withoutRefuted(facts, earlier, language);
  const wrong = await wrongFacts(drafts, replaces, { graph, scope });
  const held = [...earlier.map(({ node }) => node), ...wrong.values()];
  const keyIds = [...drafts.flatMap(uniqueKeyIdsFor), ...held.flatMap(uniqueKeyIdsOfNode)];
  const uniqueKeys = await graph.get(scope, [...new Set(keyIds)]);
  const plan = planStore(drafts, uniqueKeys, now);
  const created = plan.stored.filter((fact) => fact.created && !fact.quarantined).map((fact) => fact.id);
  const known = await graph.get(
    scope,
    plan.stored.flatMap((fact) => (fact.created ? [] : [fact.id])),
  );
  const vouching = planVouching(heldOf(drafts, plan.stored, known), uniqueKeys, now);
  const learned = { drafts, stored: plan.stored, uniqueKeys };
  const replacing = planReplacing(earlier, learned, language, now);
  const righting = planRighting(wrong, learned, now);
  const { vouched } = vouching;
  const confirming = planConfirming(earlier, plan.stored, uniqueKeys, now);
  const nodes = [...plan.nodes, ...vouching.nodes, ...replacing.nodes, ...righting.nodes, ...confirming.nodes];
  return {
    change: {
      nodes: comparedInFlow(nodes, flow),
      edges: [...replacing.edges, ...righting.edges],
      expect: plan.expect,
      events: [...created, ...vouched, ...confirming.confirmed].map((id) => factStored(scope, id, conversationId, now)),
    },
    drafts,
    stored: plan.stored,
    created,
    vouched,
    replaced: [...replacing.replaced, ...righting.replaced],
  };
}

/** The facts that drafts put right, by the content of the draft. */
async function wrongFacts(
  drafts: readonly NewFact[],
  replaces: ReadonlyMap<string, string>,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<ReadonlyMap<string, GraphNode>> {
  const ids = drafts.flatMap(({ content }) => replaces.get(content) ?? []);
  const nodes = ids.length === 0 ? [] : await graph.get(scope, [...new Set(ids)]);
  return new Map(
    drafts.flatMap(({ content }) => {
      const node = nodes.find(({ id }) => id === replaces.get(content));
      return node ? [[content, node] as const] : [];
    }),
  );
}
