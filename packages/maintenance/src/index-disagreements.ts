import { batchesOf, type Scope } from '@agent-mem/contract';
import { type GoingMemory, isGoing, readGoing, userScope } from '@agent-mem/policy';
import type { Documented } from '@agent-mem/recall';
import type { Ports } from '@agent-mem/runtime';
import { allPages, everyStatus, type GraphNode } from '@agent-mem/storage';
import type { Disagreement, Problem } from './disagreement.ts';

type ComparedPorts = Pick<Ports, 'graph' | 'searchIndex'>;

const pageSize = 500;

/**
 * Compares the search index of a scope with the Graph, as far as these services write it. What is written meanwhile may be taken for a
 * disagreement: `problemOf` looks again. What a purge has begun to erase is none: it erases nodes and documents one after the other, and goes on with them after a crash.
 *
 * @param compared called after each node.
 */
export async function* indexDisagreements(
  scope: Scope,
  services: readonly Documented[],
  ports: ComparedPorts,
  compared: () => void = () => {},
): AsyncIterable<Disagreement> {
  const versions = await documentVersions(scope, ports);
  const going = await goingIn(scope, ports);
  for (const service of services.filter(({ documentOf }) => documentOf)) {
    for await (const node of nodesOf(scope, service, ports)) {
      const problem = isGoing(going, node) ? null : problemBetween(node, service, versions.get(node.id));
      versions.delete(node.id);
      compared();
      if (problem) yield { scope, problem, id: node.id };
    }
  }
  // What is left belongs to services that are not asked about, or to nobody.
  for (const ids of batchesOf([...versions.keys()], pageSize)) {
    const known = new Set((await ports.graph.get(scope, ids)).map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) yield { scope, problem: 'document-without-node', id };
  }
}

/** The problem that the search index has with a node now; `null`: none, or none of these services'. */
export async function problemOf(
  scope: Scope,
  id: string,
  services: readonly Documented[],
  { graph, searchIndex }: ComparedPorts,
): Promise<Problem | null> {
  const [[node], [document]] = await Promise.all([graph.get(scope, [id]), searchIndex.get(scope, [id])]);
  if (!node) return document ? 'document-without-node' : null;
  const service = services.find(({ owns }) => owns.includes(node.kind));
  return service ? problemBetween(node, service, document?.version) : null;
}

function problemBetween(node: GraphNode, service: Documented, version: number | undefined): Problem | null {
  const isWanted = node.indexedVersion !== null && service.documentOf?.(node) != null;
  if (!isWanted) return version === undefined ? null : 'document-unwanted';
  if (version === undefined) return 'document-missing';
  if (version > node.version) return 'document-ahead';
  return version < node.version ? 'document-behind' : null;
}

async function documentVersions(scope: Scope, { searchIndex }: ComparedPorts): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for (let after: string | null = null; ; ) {
    const page: readonly { readonly id: string; readonly version: number }[] = await searchIndex.versions(scope, after, pageSize);
    for (const { id, version } of page) versions.set(id, version);
    const last = page.at(-1);
    if (!last) return versions;
    after = last.id;
  }
}

/** What purges have begun to erase in a scope: no document is made of it again. */
export function goingIn(scope: Scope, { graph }: Pick<Ports, 'graph'>): Promise<readonly GoingMemory[]> {
  return readGoing(graph, scope, userScope(scope));
}

/** How many nodes `nodesOf` goes through, of all these services. */
export async function countNodes(
  scope: Scope,
  services: readonly Documented[],
  { graph }: Pick<Ports, 'graph'>,
): Promise<number> {
  const counts = services
    .filter(({ documentOf }) => documentOf)
    .map(({ owns }) => graph.count(scope, { kinds: owns, statuses: everyStatus }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Every node of the kinds a service owns, whatever its status. */
export async function* nodesOf(
  scope: Scope,
  { owns }: Pick<Documented, 'owns'>,
  { graph }: Pick<Ports, 'graph'>,
): AsyncIterable<GraphNode> {
  const query = { kinds: owns, statuses: everyStatus, order: 'createdAt', limit: pageSize } as const;
  for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor }))) yield* nodes;
}
