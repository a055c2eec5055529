import type { Conversation } from '../domain/conversation.ts';
import type { OnEventContext } from '../handler.ts';

/** A fact that was learned in a conversation. */
export interface NewFact {
  readonly id: string;
  readonly version: number;
  readonly content: string;
}

const mostFacts = 20;

/** What was learned in a conversation since its summary was made, the newest. `since`: `null` of a first summary, whose messages say it. */
export async function newFacts(
  { id: conversationId }: Conversation,
  since: string | null,
  { graph, scope }: OnEventContext,
): Promise<readonly NewFact[]> {
  if (since === null) return [];
  const query = { kinds: ['Fact'], conversationId, order: 'createdAt', descending: true, limit: mostFacts } as const;
  const { items } = await graph.find(scope, query);
  return items
    .filter(({ createdAt }) => createdAt >= since)
    .flatMap(({ id, version, properties }) => {
      const { content } = properties;
      return typeof content === 'string' ? [{ id, version, content }] : [];
    })
    .toReversed();
}
