import { OperationError } from '@agent-mem/contract';
import { rest } from '../process/rest.ts';
import type { Holdings } from './history.ts';
import type { ScopeFields } from './scopes.ts';

/** Reads everything a scope holds in these conversations, facts and episodes. Default: the default scope. */
export async function holdings(url: string, conversations: readonly string[], scope: ScopeFields = {}): Promise<Holdings> {
  const messages = conversations.map(async (conversation_id) => {
    const page = async (cursor: string | null) => {
      const { messages, next_cursor } = await rest(url, 'conversations', 'history', { conversation_id, cursor, ...scope });
      return { items: messages, next: next_cursor };
    };
    return [conversation_id, (await unlessNotFound(everyPage(page))) ?? []] as const;
  });
  const invocations = conversations.map(async (conversation_id) => {
    const found = await unlessNotFound(rest(url, 'conversations', 'get', { conversation_id, ...scope }));
    return [conversation_id, found?.conversation.invocations ?? []] as const;
  });
  const facts = everyPage(async (cursor) => {
    const { facts, next_cursor } = await rest(url, 'facts', 'list', { limit: 500, cursor, ...scope });
    return { items: facts, next: next_cursor };
  });
  const episodes = everyPage(async (cursor) => {
    const { episodes, next_cursor } = await rest(url, 'episodes', 'list', { limit: 500, cursor, ...scope });
    return { items: episodes, next: next_cursor };
  });
  const [allFacts, allEpisodes, allMessages, allInvocations] = await Promise.all([
    facts,
    episodes,
    Promise.all(messages),
    Promise.all(invocations),
  ]);
  return { facts: allFacts, episodes: allEpisodes, messages: new Map(allMessages), invocations: new Map(allInvocations) };
}

/** Chance may write nothing in one of the conversations. */
async function unlessNotFound<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OperationError && error.type === 'not-found') return null;
    throw error;
  }
}

async function everyPage<Item>(
  read: (cursor: string | null) => Promise<{ items: readonly Item[]; next: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { items: readonly Item[]; next: string | null } = await read(cursor);
    all.push(...page.items);
    if (!page.next) return all;
    cursor = page.next;
  }
}
