import { isCompacted } from '@agent-mem/retention';
import { conflictsRetried } from '@agent-mem/runtime';
import { activeAgain } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { type ComparedFact, comparedMembers } from '../domain/fact/compared-fact.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { factStored } from '../domain/fact/fact-stored.ts';
import {
  type Compared,
  planLater,
  planReconciliation,
  standingIds,
  uniqueKeyIdsToReconcile,
} from '../domain/reconciliation/plan-reconciliation.ts';
import { reconcileByRules } from '../domain/reconciliation/reconcile-by-rules.ts';
import type { ReconcileDecision } from '../domain/reconciliation/reconcile-decision.ts';
import { type Retirement, retirements } from '../domain/reconciliation/retirements.ts';
import { uniqueKeyIdOfNode } from '../domain/unique-keys/fact-unique-key.ts';
import { comparingFlow, isPending } from '../domain/unique-keys/pending-unique-key.ts';
import { areMadeForNow } from '../lesson/made-facts.ts';
import { decide } from './decide.ts';
import { neighbourhood } from './neighbourhood.ts';
import type { Reconciling } from './reconciling.ts';

/** Facts stored lately that are looked at: those of the same invocation are reconciled together, and those not indexed yet are indexed first. */
const mostRecent = 32;
/** A neighbourhood that changes each time it is decided on is left for later after so many times. */
const mostDecisions = 3;

/**
 * Compares a stored fact, with those that were learned beside it, with what is believed near it, and takes out what cannot stay. The
 * decision is made outside any lock: the commit expects all of it as it was looked at, or it is looked at again. Once for each fact,
 * however often it is called; while the model is away, the facts stay, marked `unreconciled`, and fall due again.
 */
export async function reconcile(context: Reconciling, factId: string): Promise<void> {
  const { scope, graph, clock } = context;
  const decided: { readonly facts: ComparedFacts; readonly decisions: readonly ReconcileDecision[] | null }[] = [];
  await conflictsRetried(context.signal, async () => {
    const { fresh, uniqueKeys } = await pending(context, factId);
    if (fresh.length === 0) return void (await graph.commit(scope, {}, { retired: [] }));
    const near = await neighbourhood(context, fresh);
    const facts = { fresh: fresh.map(readFact), known: near.map(readFact) };
    const isByRules = await areMadeForNow(fresh, context);
    const decisions = isByRules ? reconcileByRules(facts.fresh, facts.known) : await decisionsOn(facts, flowOf(uniqueKeys));
    const now = clock.now();
    if (decisions === null) {
      const { applied } = await graph.commit(scope, planLater({ fresh, known: near, uniqueKeys }, now), { retired: [] });
      if (applied) await context.index(scope, idsOf(fresh), { signal: context.signal });
      return;
    }
    const taken = retirements(facts.fresh, facts.known, standingBeside(decisions, near), standingIds({ fresh, uniqueKeys }));
    const known = await activeToRetire(near, taken, context);
    const toRead = uniqueKeyIdsToReconcile({ fresh, known }, taken).filter(
      (id) => !uniqueKeys.some((uniqueKey) => uniqueKey.id === id),
    );
    const compared = { fresh, known, uniqueKeys: [...uniqueKeys, ...(await graph.get(scope, toRead))] };
    const plan = planReconciliation(compared, taken, now);
    const events = plan.merged.map((id) => factStored(scope, id, fresh[0]?.conversationId ?? null, now));
    const { applied } = await graph.commit(scope, { ...plan.change, events }, { retired: plan.retired });
    if (!applied) return;
    context.metrics.memories('Fact', plan.merged.length - plan.retired.length);
    const written = plan.change.nodes.flatMap(({ id, kind }) => (kind === 'Fact' ? [id] : []));
    if (written.length > 0) await context.index(scope, written, { signal: context.signal });
  });

  /** The same question is not asked twice, whatever else has changed of the facts. */
  async function decisionsOn(facts: ComparedFacts, flow: string | null): Promise<readonly ReconcileDecision[] | null> {
    if (facts.known.length === 0) return [];
    const earlier = decided.find((each) => asQuestion(each.facts) === asQuestion(facts));
    if (earlier) return earlier.decisions;
    if (decided.length === mostDecisions) return null;
    const decisions = await decide(context, facts.fresh, facts.known, flow);
    decided.push({ facts, decisions });
    return decisions;
  }
}

interface ComparedFacts {
  readonly fresh: readonly ComparedFact[];
  readonly known: readonly ComparedFact[];
}

/** Without those by which a fact would make room for one that only a summary says: it stands beside it. */
function standingBeside(decisions: readonly ReconcileDecision[], known: readonly GraphNode[]): readonly ReconcileDecision[] {
  const compacted = new Set(idsOf(known.filter(isCompacted)));
  return decisions.filter(({ event, by }) => event !== 'NONE' || by === null || !compacted.has(by));
}

/** What is known, in which nothing that retires has a summary in its place: that would say it on. */
async function activeToRetire(
  known: readonly GraphNode[],
  retirements: readonly Retirement[],
  context: Reconciling,
): Promise<readonly GraphNode[]> {
  const retiring = known.filter((node) => isCompacted(node) && retirements.some(({ id }) => id === node.id));
  if (retiring.length === 0) return known;
  for (const node of retiring) await activeAgain(node, context);
  const now = await context.graph.get(context.scope, idsOf(known));
  // One that was stored anew meanwhile has made room: it is not superseded a second time.
  return now.filter((node) => node.status === 'ACTIVE' || isCompacted(node));
}

/** What a decision is made on, as one text. */
function asQuestion({ fresh, known }: ComparedFacts): string {
  return JSON.stringify([fresh, known], [...comparedMembers]);
}

/** The fact and those of its invocation that still have to be compared; none if it was, or is not believed any more. */
async function pending(
  { scope, graph, index, signal }: Reconciling,
  factId: string,
): Promise<Pick<Compared, 'fresh' | 'uniqueKeys'>> {
  const [own] = await graph.get(scope, [factId]);
  if (own?.kind !== 'Fact' || own.status !== 'ACTIVE') return { fresh: [], uniqueKeys: [] };
  const recent = await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', descending: true, limit: mostRecent });
  // Of two facts stored at once each must see the other, though neither may be indexed yet.
  const unseen = [own, ...recent.items].filter(
    ({ indexedVersion, version }) => indexedVersion !== null && indexedVersion < version,
  );
  if (unseen.length > 0) await index(scope, [...new Set(idsOf(unseen))], { signal });
  const invocation = invocationOf(own);
  const beside = invocation ? recent.items.filter((node) => node.id !== own.id && invocationOf(node) === invocation) : [];
  const candidates = [own, ...beside];
  const uniqueKeys = await graph.get(scope, [...new Set(candidates.map(uniqueKeyIdOfNode))]);
  const waiting = new Set(uniqueKeys.filter(isPending).map(({ id }) => id));
  return { fresh: candidates.filter((node) => waiting.has(uniqueKeyIdOfNode(node))), uniqueKeys };
}

/** The TrustGraph flow that the facts were learned in; `null`: none. */
function flowOf(uniqueKeys: readonly GraphNode[]): string | null {
  return uniqueKeys.map(comparingFlow).find((flow) => flow !== null) ?? null;
}

/** The invocation that taught a fact, if one did. */
function invocationOf(node: GraphNode): string | undefined {
  return readFact(node).evidence?.invocation_id;
}

function idsOf(nodes: readonly GraphNode[]): readonly string[] {
  return nodes.map(({ id }) => id);
}
