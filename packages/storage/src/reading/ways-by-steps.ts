import { OperationError, type Scope } from '@agent-mem/contract';
import { type EdgesQuery, type Graph, type GraphStep, mostEdges, type Way, type WaysQuery } from '../graph.ts';

/** What was reached from one end: for each node how far it is, and the steps of shortest ways that lead to it. */
interface Reach {
  readonly far: Map<string, { readonly depth: number; readonly by: readonly GraphStep[] }>;
  readonly depth: number;
  /** The ids of the nodes that are farthest away. */
  readonly rim: readonly string[];
}

/** A way by its ids, both ends among those of its nodes. */
interface WayIds {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

type Reads = Pick<Graph, 'get' | 'edges' | 'stepsFrom'>;

/**
 * `Graph.shortestWays` for a store that finds none by itself. Each turn widens the smaller of two circles, one around each end, until they
 * meet. A way of which something went meanwhile is left out.
 */
export async function waysBySteps(graph: Reads, scope: Scope, query: WaysQuery): Promise<readonly Way[]> {
  const found = await wayIds(graph, scope, query);
  if (found.length === 0) return [];
  const [nodes, edges] = await Promise.all([
    graph.get(scope, [...new Set(found.flatMap((way) => way.nodes))]),
    graph.edges(scope, [...new Set(found.flatMap((way) => way.edges))]),
  ]);
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const edgeOf = new Map(edges.map((edge) => [edge.id, edge]));
  return found
    .map((way) => ({
      nodes: way.nodes.flatMap((id) => nodeOf.get(id) ?? []),
      edges: way.edges.flatMap((id) => edgeOf.get(id) ?? []),
    }))
    .filter((way, index) => way.nodes.length === found[index]?.nodes.length && way.edges.length === found[index]?.edges.length);
}

async function wayIds(graph: Reads, scope: Scope, query: WaysQuery): Promise<readonly WayIds[]> {
  const { from, to, kinds, exceptKinds, maxLength, limit } = query;
  const asked: EdgesQuery = { direction: 'both', limit: mostEdges, ...(kinds && { kinds }), ...(exceptKinds && { exceptKinds }) };
  const direct = await stepsToEnd(graph, scope, query, asked);
  if (direct.length > 0) return direct.slice(0, limit).map(({ edgeId }) => ({ nodes: [from, to], edges: [edgeId] }));
  let [near, beyond] = [startingAt(from), startingAt(to)];
  let stepsLeft = mostEdges;
  while (near.depth + beyond.depth < maxLength && near.rim.length > 0 && beyond.rim.length > 0) {
    const isNear = near.rim.length <= beyond.rim.length;
    const reach = isNear ? near : beyond;
    const steps = await graph.stepsFrom(scope, reach.rim, { ...asked, limit: stepsLeft });
    stepsLeft -= steps.length;
    const wider = widened(reach, steps);
    if (isNear) near = wider;
    else beyond = wider;
    const met = wider.rim.filter((id) => near.far.has(id) && beyond.far.has(id));
    if (met.length > 0) return waysThrough(nearestOf(met, near, beyond), near, beyond, limit);
    if (stepsLeft <= 0) throw tooMany();
  }
  return [];
}

/** No circle reaches an end that nothing else may lead through. Where both are so, the steps between them are asked for by their status. */
async function stepsToEnd(graph: Reads, scope: Scope, { from, to, exceptKinds = [] }: WaysQuery, asked: EdgesQuery) {
  const ends = await graph.get(scope, [from, to]);
  if (ends.length < 2 || ends.some(({ status, kind }) => status === 'ACTIVE' && !exceptKinds.includes(kind))) return [];
  const statuses = [...new Set(ends.map(({ status }) => status))];
  const steps = await graph.stepsFrom(scope, [from], { ...asked, exceptKinds: [], statuses });
  return steps.filter((step) => step.to === to);
}

function startingAt(id: string): Reach {
  return { far: new Map([[id, { depth: 0, by: [] }]]), depth: 0, rim: [id] };
}

function widened({ far, depth }: Reach, steps: readonly GraphStep[]): Reach {
  const reached = new Map<string, GraphStep[]>();
  for (const step of steps) {
    if (far.has(step.to)) continue;
    const by = reached.get(step.to);
    if (by) by.push(step);
    else reached.set(step.to, [step]);
  }
  for (const [id, by] of reached) far.set(id, { depth: depth + 1, by });
  return { far, depth: depth + 1, rim: [...reached.keys()] };
}

/**
 * Of the nodes that both circles have, those of the shortest ways. The others belong to longer ones: only one of the circles enters an end that is
 * not ACTIVE, so the step to it may be met late.
 */
function nearestOf(met: readonly string[], near: Reach, beyond: Reach): readonly string[] {
  const lengthBy = (id: string) => (near.far.get(id)?.depth ?? 0) + (beyond.far.get(id)?.depth ?? 0);
  const shortest = Math.min(...met.map(lengthBy));
  return met.filter((id) => lengthBy(id) === shortest);
}

/** Where two circles touch for the first time every shortest way goes through one of the nodes that both have. */
function waysThrough(met: readonly string[], near: Reach, beyond: Reach, limit: number): readonly WayIds[] {
  const ways: WayIds[] = [];
  for (const id of met)
    for (const before of waysTo(id, near, limit - ways.length))
      for (const after of waysTo(id, beyond, limit - ways.length)) {
        if (ways.length === limit) return ways;
        ways.push({
          nodes: [...before.nodes, ...after.nodes.toReversed().slice(1)],
          edges: [...before.edges, ...after.edges.toReversed()],
        });
      }
  return ways;
}

/** The ways from the middle of a circle to a node in it. */
function waysTo(id: string, reach: Reach, limit: number): readonly WayIds[] {
  const { depth = 0, by = [] } = reach.far.get(id) ?? {};
  if (depth === 0) return [{ nodes: [id], edges: [] }];
  const ways: WayIds[] = [];
  for (const step of by) {
    for (const { nodes, edges } of waysTo(step.from, reach, limit - ways.length))
      ways.push({ nodes: [...nodes, id], edges: [...edges, step.edgeId] });
    if (ways.length >= limit) break;
  }
  return ways.slice(0, limit);
}

function tooMany(): OperationError {
  const what = `more than ${mostEdges.toLocaleString('en')} edges lie between the two`;
  return new OperationError('out-of-range', `max_length: ${what}: ask for shorter ways, or for kinds of edges`);
}
