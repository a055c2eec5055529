import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@agent-mem/contract';
import type { Ports, ReportProgress } from '@agent-mem/runtime';
import { everyStatus, type GraphNode, type NodeKind } from '@agent-mem/storage';
import { articlesOn, dependantsOf } from './dependants.ts';
import { pagesOf } from './pages-of.ts';
import { restingSummaries } from './resting-summaries.ts';
import { compactionsOf, undoneSummaries } from './undone-summaries.ts';
import { weightChangesOf } from './weight-changes-of.ts';

/** Where memory is erased. */
export type ErasedPorts = Pick<Ports, 'graph' | 'searchIndex' | 'keyValue' | 'details' | 'clock'>;

/** What was erased, by what it was. */
export class ErasureCounts {
  readonly #counts = new Map<string, number>();
  readonly #totals = new Map<string, number>();
  readonly #report: ReportProgress;
  /** Replies that were stored under idempotency keys, with the scope they were stored in. */
  readonly replies: { readonly scope: Scope; readonly operation: string; readonly key: string }[] = [];

  /** `before`: what was counted before. */
  constructor(report: ReportProgress = () => {}, before: Readonly<Record<string, number>> = {}) {
    this.#report = report;
    for (const [what, count] of Object.entries(before)) this.#counts.set(what, count);
  }

  /** So many are to go, as far as can be known before. */
  expect(what: string, total: number): void {
    this.#totals.set(what, total);
    this.#progress(what);
  }

  add(what: string, count: number): void {
    if (count <= 0) return;
    this.#counts.set(what, this.of(what) + count);
    this.#progress(what);
  }

  #progress(what: string): void {
    this.#report({ what, done: this.of(what), total: this.#totals.get(what) ?? null });
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Whether anything was erased. */
  get hasAny(): boolean {
    return this.#counts.size > 0;
  }

  all(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}

/** No document of it comes back, be its writer as late as it may. */
const everyVersion = Number.MAX_SAFE_INTEGER;
const documentsAtOnce = 50;

/** All of a scope, in every store, in parts. The Graph comes last: what is cut off before is found again by it. */
export async function* eraseScope(
  scope: Scope,
  stays: readonly string[],
  ports: ErasedPorts,
  counts: ErasureCounts,
): AsyncGenerator<void> {
  const { graph, searchIndex, keyValue, details } = ports;
  yield* eraseDocuments(scope, searchIndex, counts);
  const aside = [await details.purge(scope, 'everything'), await keyValue.purge(scope, 'everything')] as const;
  counts.add('details', aside[0]);
  counts.add('entries', aside[1]);
  // Only where something is gone: who begins again must come farther.
  if (aside.some((gone) => gone > 0)) yield;
  count(scope, await graph.purge(scope, 'everything', stays), counts);
  // Last: documents that were made meanwhile of nodes read before, and what the index holds of the deleted ones.
  await searchIndex.clear(scope);
}

/** Nodes with all that hangs on them, in every store, in several turns of the event loop, since the embedded file answers at once; also replies, waiting events and entries that hold one of the names. */
export async function eraseNodes(
  scope: Scope,
  { meant, names = [] }: { readonly meant: readonly GraphNode[]; readonly names?: readonly string[] },
  ports: ErasedPorts,
  counts: ErasureCounts,
): Promise<void> {
  const { graph, searchIndex, keyValue } = ports;
  const wholes = [...meant, ...(await articlesOn(scope, meant, graph))];
  await nextTurn();
  const parts = [...wholes, ...(await dependantsOf(scope, wholes, graph))];
  await nextTurn();
  const resting = [
    ...(await restingSummaries(
      scope,
      parts.map(({ id }) => id),
      graph,
    )),
    ...(await undoneSummaries(scope, parts, ports)),
    ...(await compactionsOf(scope, parts, graph)),
  ];
  const remembered = [...new Map([...parts, ...resting].map((node) => [node.id, node])).values()];
  await nextTurn();
  const changes = await weightChangesOf(scope, [...remembered.map(({ id }) => id), ...names], graph);
  const nodes = [...remembered, ...changes];
  const ids = nodes.map(({ id }) => id);
  await eraseDetails(scope, nodes, ports, counts);
  counts.add('entries', await keyValue.purge(scope, [...ids, ...names.map((name) => JSON.stringify(name))]));
  await nextTurn();
  counts.add('documents', (await searchIndex.get(scope, ids)).length);
  await searchIndex.delete(
    scope,
    nodes.filter(({ indexedVersion }) => indexedVersion !== null).map(({ id }) => ({ id, version: everyVersion })),
  );
  count(scope, await graph.purge(scope, { ids, names }), counts);
  await eraseResting(scope, ids, ports, counts);
}

/** The summaries that were made, while it was erased, of what is gone: from here on no other can be. */
export async function eraseResting(
  scope: Scope,
  gone: readonly string[],
  ports: ErasedPorts,
  counts: ErasureCounts,
): Promise<void> {
  const late = await restingSummaries(scope, gone, ports.graph);
  if (late.length > 0) await eraseNodes(scope, { meant: late }, ports, counts);
}

/** All nodes of these kinds that belong to a conversation, or all of the scope, in parts. */
export async function* eraseKinds(
  scope: Scope,
  { kinds, conversationId }: { readonly kinds: readonly NodeKind[]; readonly conversationId: string | null },
  ports: ErasedPorts,
  counts: ErasureCounts,
): AsyncGenerator<void> {
  const names = conversationId === null ? [] : [conversationId];
  const queries = conversationId === null ? [{}] : [{ conversationId }, { where: { source: conversationId } }];
  for (const query of queries) {
    for await (const nodes of pagesOf(scope, { kinds, ...query }, ports.graph)) {
      // What names this conversation as its source alone was not learned in another.
      const meant = nodes.filter((node) => conversationId === null || [null, conversationId].includes(node.conversationId));
      if (meant.length === 0) continue;
      await eraseNodes(scope, { meant, names }, ports, counts);
      yield;
    }
  }
}

/**
 * The jobs of a service, or of all (`null`), that are about a conversation, or about anything (`null`). Whichever service owns their kind, what came of a
 * job belongs to the service that did it.
 */
export async function eraseJobs(
  scope: Scope,
  { service, conversationId }: { readonly service: string | null; readonly conversationId: string | null },
  ports: ErasedPorts,
  counts: ErasureCounts,
): Promise<void> {
  const where: Readonly<Record<string, string>> = service === null ? {} : { service };
  for await (const nodes of pagesOf(scope, { kinds: ['Job'], where }, ports.graph)) {
    const meant = nodes.filter((node) => conversationId === null || isAboutConversation(node, conversationId));
    if (meant.length > 0) await eraseNodes(scope, { meant }, ports, counts);
  }
}

/** What was made of a conversation as a whole repeats what any of its messages said: its insights, and the jobs that hold them. */
export async function eraseInsights(
  scope: Scope,
  meant: readonly GraphNode[],
  ports: ErasedPorts,
  counts: ErasureCounts,
): Promise<void> {
  const conversations = new Set(meant.flatMap(({ kind, conversationId }) => (kind === 'Message' && conversationId) || []));
  for (const conversationId of conversations) {
    for await (const nodes of pagesOf(scope, { kinds: ['Insight'], conversationId }, ports.graph))
      await eraseNodes(scope, { meant: nodes }, ports, counts);
    for await (const nodes of pagesOf(scope, { kinds: ['Job'], where: { kind: 'insights' } }, ports.graph)) {
      const about = nodes.filter((node) => isAboutConversation(node, conversationId));
      if (about.length > 0) await eraseNodes(scope, { meant: about }, ports, counts);
    }
  }
}

function isAboutConversation(node: GraphNode, conversationId: string): boolean {
  const { conversations } = node.properties;
  return node.conversationId === conversationId || (Array.isArray(conversations) && conversations.includes(conversationId));
}

/** What no node leads to: a conversation's journals, the steps and traces of its invocations, and content stored aside whose node never came. */
export async function eraseEntries(
  scope: Scope,
  conversationId: string,
  ports: Pick<Ports, 'graph' | 'keyValue' | 'details'>,
  counts: ErasureCounts,
): Promise<void> {
  const name = JSON.stringify(conversationId);
  const texts = new Set([name]);
  for await (const { key, value } of ports.keyValue.entries('', scope)) {
    if (!value.includes(name)) continue;
    for (const id of invocationsIn(`${key} ${value}`)) texts.add(id);
  }
  for await (const nodes of pagesOf(scope, { kinds: ['Invocation'], conversationId }, ports.graph)) {
    for (const { id } of nodes) texts.add(id);
  }
  counts.add('entries', await ports.keyValue.purge(scope, [...texts]));
  const unreferenced: string[] = [];
  for await (const { detail } of ports.details.stored({ scope })) {
    if (detail.metadata.conversation_id === conversationId) unreferenced.push(detail.memoryKey);
  }
  if (unreferenced.length > 0) counts.add('details', await ports.details.purge(scope, unreferenced));
}

/** What records of these kinds said while they belonged to a conversation, which they have left. */
export async function eraseStates(
  scope: Scope,
  statesOf: { readonly kinds: readonly NodeKind[]; readonly conversationId: string },
  { graph }: Pick<ErasedPorts, 'graph'>,
  counts: ErasureCounts,
): Promise<void> {
  count(scope, await graph.purge(scope, { ids: [], statesOf }), counts);
}

/** How many nodes of these kinds there are, of any status: of a conversation, or of all these scopes. */
export async function countNodes(
  scopes: readonly Scope[],
  kinds: readonly NodeKind[],
  conversationId: string | null,
  { graph }: Pick<ErasedPorts, 'graph'>,
): Promise<number> {
  const query = { kinds, statuses: everyStatus, ...(conversationId !== null && { conversationId }) };
  const counts = await Promise.all(scopes.map((scope) => graph.count(scope, query)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The ids of invocations that a text names. */
export function invocationsIn(text: string): readonly string[] {
  return text.match(invocationIds) ?? [];
}

const invocationIds = /\binv_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** The content of Detail nodes, unless another node refers to it too. */
async function eraseDetails(
  scope: Scope,
  nodes: readonly GraphNode[],
  { graph, details }: ErasedPorts,
  counts: ErasureCounts,
): Promise<void> {
  const own = Map.groupBy(
    nodes.filter(({ kind }) => kind === 'Detail'),
    ({ properties }) => String(properties.memory_key ?? ''),
  );
  const keys: string[] = [];
  for (const [key, references] of own) {
    const all = await graph.count(scope, { kinds: ['Detail'], statuses: everyStatus, where: { memory_key: key } });
    if (all <= references.length) keys.push(key);
  }
  if (keys.length > 0) counts.add('details', await details.purge(scope, keys));
}

/** What can be found goes first, so that nothing is found any more. */
async function* eraseDocuments(scope: Scope, searchIndex: Ports['searchIndex'], counts: ErasureCounts): AsyncGenerator<void> {
  // From one page to the next: what was deleted before is looked through once.
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof searchIndex.versions>> = await searchIndex.versions(scope, after, documentsAtOnce);
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
    await searchIndex.delete(
      scope,
      page.map(({ id }) => ({ id, version: everyVersion })),
    );
    counts.add('documents', page.length);
    yield;
  }
}

function count(scope: Scope, purged: Awaited<ReturnType<Ports['graph']['purge']>>, counts: ErasureCounts): void {
  const { nodes, edges, versions, events, replies } = purged;
  for (const [what, number] of Object.entries({ nodes, edges, versions, events, replies: replies.length })) {
    counts.add(what, number);
  }
  counts.replies.push(...replies.map((reply) => ({ scope, ...reply })));
}
