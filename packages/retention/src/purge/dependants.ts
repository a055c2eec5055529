import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import { allPages, everyStatus, type GraphNode, type NodeKind } from '@agent-mem/storage';

/** So many nodes are looked around in one turn of the event loop. */
const nodesATurn = 50;

/** Kinds that stand for a part of what their edges come from, and go with the last of it. */
const parts: readonly NodeKind[] = ['ToolCall', 'ToolResult', 'Error', 'Solution'];

/** The edge from an article to what it rests on: it says what that says, and goes with it. */
const restsOn = 'rests_on';

/** Articles that rest on one of these. */
export async function articlesOn(
  scope: Scope,
  nodes: readonly GraphNode[],
  graph: Pick<Ports['graph'], 'neighbours'>,
): Promise<readonly GraphNode[]> {
  const gone = new Set(nodes.map(({ id }) => id));
  const articles: GraphNode[] = [];
  for (const { id, kind } of nodes) {
    if (kind !== 'Detail' && kind !== 'Message') continue;
    for (const article of await around(scope, id, 'in', graph, [restsOn])) {
      if (gone.has(article.id)) continue;
      gone.add(article.id);
      articles.push(article);
    }
  }
  return articles;
}

function isPart({ kind, properties }: GraphNode): boolean {
  // A caller's own unit of code stays without messages, and a caller's own entity without what mentions it.
  const isMade =
    (kind === 'CodeUnit' && properties.made_by === 'references') || (kind === 'Entity' && properties.made_by === 'mentions');
  return parts.includes(kind) || isMade;
}

/** Entities that were merged into one of these: they stand for nothing without it. */
async function mergedInto(
  scope: Scope,
  nodes: readonly GraphNode[],
  graph: Pick<Ports['graph'], 'find'>,
): Promise<readonly GraphNode[]> {
  const into = new Set(nodes.flatMap(({ id, kind }) => (kind === 'Entity' ? [id] : [])));
  if (into.size === 0) return [];
  // Those that were merged are few: callers merge by hand.
  const query = { kinds: ['Entity'], statuses: ['SUPERSEDED'], order: 'createdAt', limit: 500 } as const;
  const merged = await Array.fromAsync(allPages((cursor) => graph.find(scope, { ...query, cursor })));
  return merged.flat().filter(({ properties }) => into.has(String(properties.merged_into)));
}

/** Nodes that are parts of these and of nothing else, parts of parts included. */
export async function dependantsOf(
  scope: Scope,
  nodes: readonly GraphNode[],
  graph: Pick<Ports['graph'], 'neighbours' | 'find'>,
): Promise<readonly GraphNode[]> {
  const gone = new Set(nodes.map(({ id }) => id));
  const found: GraphNode[] = [];
  for (let step = nodes; step.length > 0; ) {
    const next: GraphNode[] = [];
    for (const merged of await mergedInto(scope, step, graph)) {
      if (gone.has(merged.id)) continue;
      gone.add(merged.id);
      next.push(merged);
    }
    for (const [index, whole] of step.entries()) {
      // A store in this process answers at once: others would not get their turns.
      if (index % nodesATurn === 0) await nextTurn();
      for (const part of await around(scope, whole.id, 'out', graph)) {
        if (gone.has(part.id) || !isPart(part)) continue;
        if (await isPartOfOthers(scope, part, gone, graph)) continue;
        gone.add(part.id);
        next.push(part);
      }
    }
    found.push(...next);
    step = next;
  }
  return found;
}

/** Whether a part has a whole that stays. Of a part that many share, few are read. */
async function isPartOfOthers(
  scope: Scope,
  part: GraphNode,
  gone: ReadonlySet<string>,
  graph: Pick<Ports['graph'], 'neighbours'>,
): Promise<boolean> {
  for await (const wholes of pagesAround(scope, part.id, 'in', graph))
    if (wholes.some(({ id, kind }) => kind !== part.kind && !gone.has(id))) return true;
  return false;
}

async function around(
  scope: Scope,
  id: string,
  direction: 'in' | 'out',
  graph: Pick<Ports['graph'], 'neighbours'>,
  kinds?: readonly string[],
): Promise<GraphNode[]> {
  const nodes: GraphNode[] = [];
  for await (const page of pagesAround(scope, id, direction, graph, kinds)) nodes.push(...page);
  return nodes;
}

async function* pagesAround(
  scope: Scope,
  id: string,
  direction: 'in' | 'out',
  graph: Pick<Ports['graph'], 'neighbours'>,
  kinds?: readonly string[],
): AsyncGenerator<readonly GraphNode[]> {
  const query = { direction, ...(kinds && { kinds }), statuses: everyStatus, limit: 500 } as const;
  for await (const page of allPages((cursor) => graph.neighbours(scope, id, { ...query, cursor })))
    yield page.map(({ node }) => node);
}
