import { completeEvent, type Event, newId, type Scope } from '@agent-mem/contract';
import type { Change, EdgeWrite, Graph, NodeWrite } from '../../graph.ts';

/** A node to write; every member can be set. */
export function node(write: Partial<NodeWrite> = {}): NodeWrite {
  const createdAt = '2026-05-01T10:00:00.000Z';
  return { id: newId('fact'), kind: 'Fact', createdAt, updatedAt: createdAt, properties: {}, ...write };
}

/** An edge to write. */
export function edge(from: string, to: string, write: Partial<EdgeWrite> = {}): EdgeWrite {
  return { id: newId('edge'), kind: 'mentions', from, to, createdAt: '2026-05-01T10:00:00.000Z', ...write };
}

/** An event of a scope. */
export function event(scope: Scope, id: string): Event {
  const { workspace, user, collection } = scope;
  return completeEvent({
    id,
    type: 'fact-stored',
    conversation_id: 'c',
    workspace,
    user,
    collection,
    timestamp: '2026-05-01T10:00:00.000Z',
    data: { fact_stored: { fact_id: 'f' } },
  });
}

/** Ids of all pages of a query, in order. */
export async function idsOfPages(
  graph: Graph,
  scope: Scope,
  query: Parameters<Graph['find']>[1],
): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await graph.find(scope, { ...query, cursor });
    pages.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

/** A node with edges both ways, of two kinds; one edge leads to a deleted node, and one to none. */
export const hub: Change = {
  nodes: ['hub', 'a', 'b', 'c'].map((id) => node({ id })).concat(node({ id: 'gone', status: 'DELETED' })),
  edges: [
    edge('hub', 'a', {
      id: 'e1',
      kind: 'mentions',
      weight: 0.5,
      createdAt: '2026-05-03T00:00:00.000Z',
      properties: { p: 1 },
    }),
    edge('hub', 'b', { id: 'e2', kind: 'supports', weight: 0.9, createdAt: '2026-05-02T00:00:00.000Z' }),
    edge('c', 'hub', { id: 'e3', kind: 'mentions', createdAt: '2026-05-01T00:00:00.000Z' }),
    edge('hub', 'gone', { id: 'e4', kind: 'mentions', weight: 1, createdAt: '2026-05-04T00:00:00.000Z' }),
    edge('hub', 'nowhere', { id: 'e5', kind: 'mentions', weight: 1, createdAt: '2026-05-05T00:00:00.000Z' }),
    edge('a', 'b', { id: 'e6' }),
  ],
};
