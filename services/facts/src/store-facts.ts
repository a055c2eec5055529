import { OperationError } from '@agent-mem/contract';
import type { QuotaExceeded } from '@agent-mem/retention';
import { inTurns, turnsByWork } from '@agent-mem/runtime';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { EmbeddedVector, JsonObject } from '@agent-mem/storage';
import type { Config } from './config.ts';
import type { RequestedFact } from './domain/changes/fact-change.ts';
import { factStored } from './domain/fact/fact-stored.ts';
import { factsAtOnce } from './domain/fact/facts-at-once.ts';
import { type PlannedFact, uniqueKeyIdsFor } from './domain/reconciliation/plan-store.ts';
import { type OrRefused, planStoreMany } from './domain/reconciliation/plan-store-many.ts';
import { plannedChange } from './planned-change.ts';

/** Documents that are made and embedded together. */
const documentsAtOnce = 100;

/** A fact that a caller asks to store, with the vector that it brings. */
export type AskedFact = RequestedFact & { readonly vector: EmbeddedVector | null };

/**
 * Stores facts in one commit and makes their documents, a batch at a time. Answers a result for each, in order. `full`: the refusal of those for
 * which the scope has no room. `now`: milliseconds since 1970.
 */
export async function storeFacts(
  context: HandlerContext<Config>,
  asked: readonly OrRefused<AskedFact>[],
  full: QuotaExceeded | null,
  now: number,
): Promise<readonly JsonObject[]> {
  const { scope, graph, metrics } = context;
  const facts = asked.flatMap((fact) => (fact instanceof OperationError ? [] : [fact]));
  const { plan, ...change } = await plannedChange(graph, scope, await uniqueKeyIdsForAll(facts), (draft) =>
    inTurns(planStoreMany(draft, asked, now, full)),
  );
  const stored = asked.flatMap((fact, index) => {
    const planned = plan[index];
    return fact instanceof OperationError || planned === undefined || planned instanceof OperationError
      ? []
      : [{ fact, planned }];
  });
  const statuses = new Map(change.nodes.map(({ id, status = 'ACTIVE' }) => [id, status]));
  const held = stored.flatMap(({ planned: { id } }) => (statuses.has(id) ? [] : [id]));
  for (const { id, status } of await graph.get(scope, [...new Set(held)])) statuses.set(id, status);
  const results = plan.map((planned, index) => ({
    ...resultOf(planned, (id) => statuses.get(id) ?? 'ACTIVE'),
    sensitive: (context.elements[index]?.sensitive ?? []).map((found) => ({ ...found })),
  }));
  const pending = stored.filter(({ planned }) => planned.pending);
  const conversations = new Map(pending.map(({ planned, fact }) => [planned.id, fact.conversation_id]));
  const events = [...conversations].map(([id, conversation]) => factStored(scope, id, conversation, now));

  const { applied } = await graph.commit(scope, { nodes: change.nodes, expect: change.expect, events }, { results });

  if (!applied) return results;
  const written = change.nodes.filter(({ kind }) => kind === 'Fact');
  const isNew = ({ expectedVersion }: (typeof written)[number]) => expectedVersion === 0;
  const isActive = ({ id }: (typeof written)[number]) => statuses.get(id) === 'ACTIVE';
  const quarantined = written.filter((node) => !isNew(node) && !isActive(node));
  metrics.memories('Fact', written.filter((node) => isNew(node) && isActive(node)).length - quarantined.length);
  await indexed(
    context,
    written.filter((node) => isActive(node) || !isNew(node)).map(({ id }) => id),
    vectorsOf(stored),
  );
  return results;
}

async function uniqueKeyIdsForAll(facts: readonly AskedFact[]): Promise<readonly string[]> {
  const turn = turnsByWork(factsAtOnce);
  const ids: string[] = [];
  for (const fact of facts) {
    ids.push(...uniqueKeyIdsFor(fact));
    await turn(1);
  }
  return ids;
}

function resultOf(planned: OrRefused<PlannedFact>, statusOf: (id: string) => string): JsonObject {
  if (planned instanceof OperationError) return { fact_id: '', created: false, status: '', error: planned.toWire() };
  const { id, created, quarantined } = planned;
  return { fact_id: id, created, status: quarantined ? 'QUARANTINED' : statusOf(id), error: null };
}

/** The vectors that came with the texts that the facts have in the end. */
function vectorsOf(stored: readonly { readonly fact: AskedFact; readonly planned: PlannedFact }[]) {
  const vectors = new Map<string, EmbeddedVector>();
  for (const { fact, planned } of stored) {
    if (!planned.created && !planned.changed) continue;
    if (fact.vector) vectors.set(planned.id, fact.vector);
    else vectors.delete(planned.id);
  }
  return vectors;
}

async function indexed(
  { scope, index, signal }: Pick<HandlerContext<Config>, 'scope' | 'index' | 'signal'>,
  ids: readonly string[],
  vectors: ReadonlyMap<string, EmbeddedVector>,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(ids.length / documentsAtOnce) }, (_, batch) => batch * documentsAtOnce);
  // At once, so that an embedder that hangs holds the answer up for as long as it would that of one fact.
  await Promise.all(starts.map((start) => index(scope, ids.slice(start, start + documentsAtOnce), { vectors, signal })));
}
