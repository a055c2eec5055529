import { releaseUniqueKeysOf, uniqueKeyHolder } from '@agent-mem/retention';
import type { Change, EdgeWrite, GraphNode, NodeWrite } from '@agent-mem/storage';
import { changedProperties, readFact } from '../fact/fact-node.ts';
import { factUniqueKeyId, uniqueKeyIdOfNode, uniqueKeyIdsOfNode } from '../unique-keys/fact-unique-key.ts';
import { isStanding, postponedUniqueKey, settledUniqueKey } from '../unique-keys/pending-unique-key.ts';
import { mergedFact } from './merged-fact.ts';
import { planStore, uniqueKeyIdsFor } from './plan-store.ts';
import { replacingEdge, retiredNode } from './retired-node.ts';
import type { Retirement } from './retirements.ts';

/** What a reconciliation looked at, as it was read. */
export interface Compared {
  readonly fresh: readonly GraphNode[];
  readonly known: readonly GraphNode[];
  /** Those of the new facts' texts, and those in `uniqueKeyIdsToReconcile`. */
  readonly uniqueKeys: readonly GraphNode[];
}

/** What it comes to. */
export interface ReconcilePlan {
  readonly change: Required<Pick<Change, 'nodes' | 'edges' | 'expect'>>;
  /** Facts that are believed no more. */
  readonly retired: readonly string[];
  /** Facts made of two. */
  readonly merged: readonly string[];
}

/** Ids of the new facts that their caller has just written under a key or in place of another text: the comparison does not take them out. */
export function standingIds({ fresh, uniqueKeys }: Omit<Compared, 'known'>): ReadonlySet<string> {
  const standing = new Set(uniqueKeys.filter(isStanding).map(uniqueKeyHolder));
  return new Set(fresh.flatMap(({ id }) => (standing.has(id) ? [id] : [])));
}

/** Unique keys to read before retirements are planned. */
export function uniqueKeyIdsToReconcile(
  { fresh, known }: Omit<Compared, 'uniqueKeys'>,
  retirements: readonly Retirement[],
): readonly string[] {
  const nodes = byId([...fresh, ...known]);
  return [
    ...new Set(
      retirements.flatMap(({ id, by, text }) => {
        const [node, other] = [nodes.get(id), nodes.get(by)];
        if (!node || !other) return [];
        return [
          ...uniqueKeyIdsOfNode(node),
          ...(text === null ? [] : [...uniqueKeyIdsOfNode(other), ...uniqueKeyIdsFor(mergedFact(text, other, node))]),
        ];
      }),
    ),
  ];
}

/**
 * Plans the change of a reconciliation: everything it looked at must still be as it was. Facts that go let their texts go, so that what
 * was true before can be said again. `now`: milliseconds since 1970.
 */
export function planReconciliation(compared: Compared, retirements: readonly Retirement[], now: number): ReconcilePlan {
  const at = new Date(now).toISOString();
  const { fresh, known, uniqueKeys } = compared;
  const all = byId([...fresh, ...known]);
  const seen = new Map(uniqueKeys.map((uniqueKey) => [uniqueKey.id, uniqueKey]));
  const nodes = new Map<string, NodeWrite>();
  const edges: EdgeWrite[] = [];
  const expect = new Map([...all.values()].map(({ id, version }) => [id, version]));
  const retired: string[] = [];
  const merged: string[] = [];

  const retire = (node: GraphNode, by: string, status: Retirement['status'], until: string) => {
    nodes.set(node.id, retiredNode(node, { status, by }, until, at));
    edges.push(replacingEdge(node.id, by, at));
    retired.push(node.id);
    const own = uniqueKeyIdsOfNode(node).map((id) => seen.get(id));
    for (const release of releaseUniqueKeysOf(node.id, own, at)) nodes.set(release.id, release);
  };

  for (const { id, status, by, text } of retirements) {
    const [node, other] = [all.get(id), all.get(by)];
    if (!node || !other) continue;
    const stands = text === null ? null : merge(text, other, node);
    if (stands) retire(other, stands, 'SUPERSEDED', at);
    retire(node, stands ?? by, status, beginningOf(other));
  }
  for (const node of fresh) {
    const uniqueKey = seen.get(uniqueKeyIdOfNode(node));
    if (uniqueKey && uniqueKeyHolder(uniqueKey) === node.id && !nodes.has(uniqueKey.id))
      nodes.set(uniqueKey.id, settledUniqueKey(uniqueKey, now));
    if (readFact(node).unreconciled && !nodes.has(node.id)) nodes.set(node.id, marked(node, false, at));
  }
  for (const id of nodes.keys()) expect.delete(id);
  return {
    change: { nodes: [...nodes.values()], edges, expect: [...expect].map(([id, version]) => ({ id, version })) },
    retired,
    merged,
  };

  /** `null`: somebody holds that text already, or the new fact was merged into another already. */
  function merge(text: string, freshNode: GraphNode, knownNode: GraphNode): string | null {
    const whole = mergedFact(text, freshNode, knownNode);
    if (nodes.has(freshNode.id) || factUniqueKeyId(whole) === uniqueKeyIdOfNode(freshNode)) return null;
    const plan = planStore([whole], [...seen.values()], now);
    const [stored] = plan.stored;
    if (!stored?.created || stored.quarantined || plan.nodes.some(({ id }) => nodes.has(id))) return null;
    const parts = [freshNode.id, knownNode.id];
    // It was compared: the unique key of its text is no longer due.
    for (const write of plan.nodes)
      nodes.set(
        write.id,
        write.kind === 'Guard'
          ? { ...write, dueAt: null }
          : { ...write, properties: changedProperties(write, { merged_from: parts }) },
      );
    for (const { id, version } of plan.expect) expect.set(id, version);
    merged.push(stored.id);
    return stored.id;
  }
}

/** Plans what is left where nothing could be decided: the new facts stay, marked, and are looked at again later. */
export function planLater({ fresh, uniqueKeys }: Compared, now: number): Pick<Change, 'nodes'> {
  const at = new Date(now).toISOString();
  const seen = new Map(uniqueKeys.map((uniqueKey) => [uniqueKey.id, uniqueKey]));
  const nodes = fresh.flatMap((node) => {
    const uniqueKey = seen.get(uniqueKeyIdOfNode(node));
    return [
      ...(readFact(node).unreconciled ? [] : [marked(node, true, at)]),
      ...(uniqueKey && uniqueKeyHolder(uniqueKey) === node.id ? [postponedUniqueKey(uniqueKey, now)] : []),
    ];
  });
  return { nodes };
}

function marked({ version, ...node }: GraphNode, unreconciled: boolean, now: string): NodeWrite {
  return { ...node, properties: changedProperties(node, { unreconciled }), updatedAt: now, expectedVersion: version };
}

/** From when what stands instead holds: as it says itself, else since it was said. */
function beginningOf(node: GraphNode): string {
  return node.validFrom ?? new Date(readFact(node).timestamp).toISOString();
}

function byId(nodes: readonly GraphNode[]): ReadonlyMap<string, GraphNode> {
  return new Map(nodes.map((node) => [node.id, node]));
}
