import type { Scope } from '@agent-mem/contract';
import type { CodePlace } from '@agent-mem/service-kit';
import { allPages, type Graph, type GraphNode } from '@agent-mem/storage';
import { isAt } from './domain/code/code-place.ts';
import { codeUnitOf, referencesCode } from './domain/code/code-unit.ts';

type Reading = Pick<Graph, 'find' | 'neighbours'>;

const pageSize = 1_000;

/** The nodes of a scope's code that is at a place. */
export async function codeUnitsAt(graph: Reading, scope: Scope, place: CodePlace): Promise<readonly GraphNode[]> {
  const query = { kinds: ['CodeUnit'], order: 'createdAt', limit: pageSize } as const;
  const units = await Array.fromAsync(allPages((cursor) => graph.find(scope, { ...query, cursor })));
  return units.flat().filter((node) => isAt(codeUnitOf(node), place));
}

/** The messages that lead to some code and are shown, each once. */
export async function messagesAbout(graph: Reading, scope: Scope, units: readonly GraphNode[]): Promise<readonly GraphNode[]> {
  const messages = new Map<string, GraphNode>();
  const query = { kinds: [referencesCode], direction: 'in', statuses: ['ACTIVE', 'ARCHIVED'], limit: pageSize } as const;
  for (const { id } of units)
    for await (const page of allPages((cursor) => graph.neighbours(scope, id, { ...query, cursor })))
      for (const { node } of page) if (node.kind === 'Message') messages.set(node.id, node);
  return [...messages.values()];
}

/** The code that a message leads to, by id. */
export async function codeOfMessage(graph: Reading, scope: Scope, messageId: string): Promise<readonly GraphNode[]> {
  const query = { kinds: [referencesCode], direction: 'out', limit: pageSize } as const;
  const { items } = await graph.neighbours(scope, messageId, query);
  const units = items.map(({ node }) => node).filter(({ kind }) => kind === 'CodeUnit');
  return units.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
