import { canonicalId, dayOf, OperationError, referencedKey, type Scope } from '@agent-mem/contract';
import { storedUniqueKey, uniqueKeyHolder } from '@agent-mem/retention';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { keyUniqueKeyId } from '../domain/detail/detail-node.ts';

type Reads = Pick<Graph, 'get' | 'find'>;

/** The detail that a word in a placeholder names, or an id; rejects with `not-found` where the scope has none, or where it has expired. */
export async function findDetail(graph: Reads, scope: Scope, memoryKey: string): Promise<GraphNode> {
  const node = await activeDetail(graph, scope, memoryKey);
  if (node) return node;
  const last = await retiredDetail(graph, scope, memoryKey);
  if (last?.status !== 'EXPIRED') throw new OperationError('not-found', `Detail ${memoryKey} not found`);
  const day = dayOf(last.updatedAt);
  throw new OperationError(
    'not-found',
    `Detail ${memoryKey} expired on ${day} (DETAIL_TTL_DAYS): its content is gone. Get it again from where it came, or go on without it`,
  );
}

/** The key that a caller means: what it gave, where the scope has or had a detail by that, or else the key in the placeholder that it gave whole, or a word of. */
export async function meantKey(graph: Reads, scope: Scope, given: string): Promise<string> {
  const key = referencedKey(given.startsWith('[') ? given : `[MemoryRef: ${given}]`);
  if (key === given) return key;
  return (await activeDetail(graph, scope, given)) || (await retiredDetail(graph, scope, given)) ? given : key;
}

/** `null`: the scope has none that is active. */
export async function activeDetail(graph: Reads, scope: Scope, memoryKey: string): Promise<GraphNode | null> {
  const [uniqueKey] = await graph.get(scope, [keyUniqueKeyId(memoryKey)]);
  const ids = [uniqueKeyHolder(uniqueKey), canonicalId('det', memoryKey)].filter((id) => id !== null);
  const nodes = ids.length === 0 ? [] : await graph.get(scope, ids);
  return nodes.find(isActive) ?? (await importedDetail(graph, scope, memoryKey));
}

/** An archive of a version that knew no unique keys of details brings their nodes alone. */
async function importedDetail(graph: Reads, scope: Scope, memoryKey: string): Promise<GraphNode | null> {
  const where = { memory_key: memoryKey };
  const { items } = await graph.find(scope, { kinds: ['Detail'], where, order: 'createdAt', descending: true, limit: 1 });
  return items[0] ?? null;
}

function isActive({ kind, status }: GraphNode): boolean {
  return kind === 'Detail' && status === 'ACTIVE';
}

/** What a word in a placeholder, or an id, named last, where that was deleted or has expired. */
export async function retiredDetail(graph: Reads, scope: Scope, memoryKey: string): Promise<GraphNode | null> {
  const [uniqueKey] = await graph.get(scope, [keyUniqueKeyId(memoryKey)]);
  const last = uniqueKey ? storedUniqueKey.read(uniqueKey.properties).holder : '';
  const ids = [last, canonicalId('det', memoryKey) ?? ''].filter((id) => id !== '');
  const nodes = ids.length === 0 ? [] : await graph.get(scope, ids);
  return nodes.find(({ kind, status }) => kind === 'Detail' && (status === 'DELETED' || status === 'EXPIRED')) ?? null;
}
