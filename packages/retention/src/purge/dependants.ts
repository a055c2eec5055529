import type { Scope } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import type { GraphNode, NodeKind, Status } from '@agent-mem/storage';

export const everyStatus: readonly Status[] = ['ACTIVE', 'SUPERSEDED', 'DELETED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED'];

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
  // A caller's own unit of code stays without messages.
  return parts.includes(kind) || (kind === 'CodeUnit' && properties.made_by === 'references');
}

/** Nodes that are parts of these and of nothing else, parts of parts included. */
export async function dependantsOf(
  scope: Scope,
  nodes: readonly GraphNode[],
  graph: Pick<Ports['graph'], 'neighbours'>,
): Promise<readonly GraphNode[]> {
  const gone = new Set(nodes.map(({ id }) => id));
  const found: GraphNode[] = [];
  for (let step = nodes; step.length > 0; ) {
    const next: GraphNode[] = [];
    for (const whole of step) {
      for (const part of await around(scope, whole.id, 'out', graph)) {
        if (gone.has(part.id) || !isPart(part)) continue;
        const wholes = (await around(scope, part.id, 'in', graph)).filter(({ kind }) => kind !== part.kind);
        if (wholes.some(({ id }) => !gone.has(id))) continue;
        gone.add(part.id);
        next.push(part);
      }
    }
    found.push(...next);
    step = next;
  }
  return found;
}

async function around(
  scope: Scope,
  id: string,
  direction: 'in' | 'out',
  graph: Pick<Ports['graph'], 'neighbours'>,
  kinds?: readonly string[],
): Promise<GraphNode[]> {
  const nodes: GraphNode[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof graph.neighbours>> = await graph.neighbours(scope, id, {
      direction,
      ...(kinds && { kinds }),
      statuses: everyStatus,
      limit: 500,
      cursor,
    });
    nodes.push(...page.items.map(({ node }) => node));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return nodes;
}
