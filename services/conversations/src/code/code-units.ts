import type { Scope } from '@agent-mem/contract';
import type { Graph, GraphNode, Page } from '@agent-mem/storage';
import { type CodePlace, isAt } from '../domain/code/code-place.ts';
import { codeUnitOf, referencesCode } from '../domain/code/code-unit.ts';

type Reading = Pick<Graph, 'find' | 'neighbours'>;

const pageSize = 1_000;

/** The nodes of a scope's code that is at a place. */
export async function codeUnitsAt(graph: Reading, scope: Scope, place: CodePlace): Promise<readonly GraphNode[]> {
  const found: GraphNode[] = [];
  let cursor: string | null = null;
  do {
    const query = { kinds: ['CodeUnit'], order: 'createdAt', limit: pageSize, cursor } as const;
    const page: Page<GraphNode> = await graph.find(scope, query);
    found.push(...page.items.filter((node) => isAt(codeUnitOf(node), place)));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

/** The messages that lead to some code and are shown, each once. */
export async function messagesAbout(graph: Reading, scope: Scope, units: readonly GraphNode[]): Promise<readonly GraphNode[]> {
  const messages = new Map<string, GraphNode>();
  for (const { id } of units) {
    let cursor: string | null = null;
    do {
      const query = { kinds: [referencesCode], direction: 'in', statuses: ['ACTIVE', 'ARCHIVED'], limit: pageSize } as const;
      const page: Awaited<ReturnType<Reading['neighbours']>> = await graph.neighbours(scope, id, { ...query, cursor });
      for (const { node } of page.items) if (node.kind === 'Message') messages.set(node.id, node);
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  return [...messages.values()];
}

/** The code that a message leads to, by id. */
export async function codeOfMessage(graph: Reading, scope: Scope, messageId: string): Promise<readonly GraphNode[]> {
  const query = { kinds: [referencesCode], direction: 'out', limit: pageSize } as const;
  const { items } = await graph.neighbours(scope, messageId, query);
  const units = items.map(({ node }) => node).filter(({ kind }) => kind === 'CodeUnit');
  return units.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
