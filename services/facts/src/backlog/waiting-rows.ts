import { backlogOf, type EventContext, type WaitsFor } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';

/** What is read together at most. */
const mostTogether = 20;

/** What waits in a conversation for one reason, in the order in which it began to wait, as much as is read together. */
export async function waitingRows(
  conversationId: string,
  waitsFor: WaitsFor,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<readonly GraphNode[]> {
  const where = { waitsFor };
  const query = { kinds: ['FactBacklog'], conversationId, where, order: 'createdAt', limit: mostTogether } as const;
  return (await graph.find(scope, query)).items;
}

/** What waits beside a node of the backlog for the same reason, with it. */
export async function rowsBeside(
  row: GraphNode,
  context: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<readonly GraphNode[]> {
  if (!row.conversationId) return [row];
  const rows = await waitingRows(row.conversationId, backlogOf(row).waitsFor, context);
  return rows.some(({ id }) => id === row.id) ? rows : [row, ...rows.slice(1)];
}

/** The TrustGraph flow that what waits was said in; `null`: none. */
export function flowOfRows(rows: readonly GraphNode[]): string | null {
  return rows.map((row) => backlogOf(row).flow).find((flow) => flow !== null) ?? null;
}
