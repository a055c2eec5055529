import { newId } from '@agent-mem/contract';
import { defaultScope } from '@agent-mem/testing';
import type { Conversations } from './start-conversations.ts';

/** Stores a fact that is visible in one conversation alone. */
export async function storeOwnFact({ fleet }: Conversations, conversationId: string): Promise<void> {
  const now = new Date().toISOString();
  const properties = { content: 'The boat is blue', visibility: 'conversation' };
  const id = newId('fact', Date.now());
  const node = { id, kind: 'Fact', conversationId, createdAt: now, updatedAt: now, properties, expectedVersion: 0 } as const;
  await fleet.ports.graph.commit(defaultScope, { nodes: [node], edges: [], events: [] });
}
