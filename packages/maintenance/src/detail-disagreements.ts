import type { Scope } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import { everyStatus, type GraphNode, type Status, type StoredDetail } from '@agent-mem/storage';
import type { Disagreement } from './disagreement.ts';
import { nodesOf } from './index-disagreements.ts';

type ComparedPorts = Pick<Ports, 'graph' | 'details'>;

/** A Detail node names its content by this property. */
const keyOf = (node: GraphNode) => String(node.properties.memory_key ?? '');

/** Compares what is stored aside in a scope with the Detail nodes that refer to it. Content made after `before` may still be about to be referred to. */
export async function* detailDisagreements(scope: Scope, before: string, ports: ComparedPorts): AsyncIterable<Disagreement> {
  for await (const node of nodesOf(scope, { owns: ['Detail'] }, ports)) {
    if (node.status !== 'ACTIVE') continue;
    const key = keyOf(node);
    if ((await ports.details.stat(scope, key)) === null) yield { scope, problem: 'detail-missing', id: key };
  }
  for await (const { memoryKey } of unreferencedDetails(scope, before, ports))
    yield { scope, problem: 'detail-unreferenced', id: memoryKey };
}

/** What is stored aside in a scope, was made before a time, and no node refers to. */
export async function* unreferencedDetails(scope: Scope, before: string, ports: ComparedPorts): AsyncIterable<StoredDetail> {
  let known: ReadonlySet<string> | null = null;
  for await (const { detail } of ports.details.stored({ scope, before })) {
    // No index knows properties, so the nodes are read once for all that is stored.
    known ??= await keysReferredTo(scope, ports);
    // A node may have come since.
    if (!known.has(detail.memoryKey) && !(await isReferredTo(scope, detail.memoryKey, ports))) yield detail;
  }
}

const referring: readonly Status[] = everyStatus.filter((status) => status !== 'DELETED');

async function keysReferredTo(scope: Scope, ports: ComparedPorts): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const node of nodesOf(scope, { owns: ['Detail'] }, ports))
    if (referring.includes(node.status)) keys.add(keyOf(node));
  return keys;
}

/** Whether a node of any status but DELETED refers to the content under a key. */
export async function isReferredTo(scope: Scope, memoryKey: string, { graph }: Pick<Ports, 'graph'>): Promise<boolean> {
  const references = await graph.count(scope, {
    kinds: ['Detail'],
    statuses: referring,
    where: { memory_key: memoryKey },
  });
  return references > 0;
}
