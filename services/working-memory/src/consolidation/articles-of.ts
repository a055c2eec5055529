import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';

/** The kind of edge from an article to what it rests on. */
export const restsOn = 'rests_on';

/** More articles than rest on one source. */
const most = 100;

/** The articles that rest on a source. */
export async function articlesOf(
  sourceId: string,
  { graph, scope }: { readonly graph: Pick<Graph, 'neighbours'>; readonly scope: Scope },
): Promise<readonly GraphNode[]> {
  const { items } = await graph.neighbours(scope, sourceId, { kinds: [restsOn], direction: 'in', limit: most });
  return items.map(({ node }) => node);
}

export async function hasArticle(sourceId: string, context: Parameters<typeof articlesOf>[1]): Promise<boolean> {
  return (await articlesOf(sourceId, context)).length > 0;
}
