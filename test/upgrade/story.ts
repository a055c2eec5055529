import type { Scoped } from '@agent-mem/contract';
import type { TestFleet } from '@agent-mem/testing';

type Asking = Pick<TestFleet, 'caller'>;

/** What callers see of a scope, without the ids and times that are another each time: what it says, and what became of it. */
export async function storyOf({ caller }: Asking, scope: Partial<Scoped> = {}): Promise<object> {
  const statuses = ['ACTIVE', 'SUPERSEDED', 'DELETED', 'ARCHIVED', 'QUARANTINED', 'EXPIRED'] as const;
  const { facts } = await caller.call('facts', 'list', { ...scope, statuses, limit: 1000 });
  const { episodes } = await caller.call('episodes', 'list', { ...scope, statuses, limit: 1000 });
  const { conversations } = await caller.call('conversations', 'list', { ...scope, limit: 1000 });
  const spoken = await Promise.all(conversations.map(({ id }) => conversationStory({ caller }, scope, id)));
  return {
    facts: sorted(facts.map((fact) => [fact.content, fact.status, fact.visibility, fact.trust, fact.unreconciled])),
    episodes: sorted(episodes.map(({ goal, outcome, status, success }) => [goal, outcome, status, success])),
    conversations: Object.fromEntries(conversations.map(({ id, status }, index) => [id, { status, ...spoken[index] }])),
  };
}

async function conversationStory({ caller }: Asking, scope: Partial<Scoped>, conversation_id: string): Promise<object> {
  const { messages } = await caller.call('conversations', 'history', { ...scope, conversation_id, limit: 1000 });
  const { conversation } = await caller.call('conversations', 'get', { ...scope, conversation_id });
  return {
    messages: messages.map(({ ordinal, role, content, tool_calls }) => [
      ordinal,
      role,
      content,
      tool_calls.map(({ tool_name }) => tool_name),
    ]),
    invocations: conversation.invocations.map(({ query, summary, result }) => [query, summary, result]),
  };
}

function sorted(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
