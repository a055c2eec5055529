import { type Embedder, hashEmbedder } from '@agent-mem/llm';
import { defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import { startConversations } from './start-conversations.ts';

const contentsOf = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content);

describe('a message gets a vector', () => {
  test.each([
    ['where nothing was said', '', undefined, true],
    ['not where EMBED_MESSAGES is false', 'false', undefined, false],
    ['not where its conversation says so', '', false, false],
    ['where its conversation says so', 'false', true, true],
  ])('%s, and is found by its words', async (_, EMBED_MESSAGES, embed_messages, isEmbedded) => {
    const embedder = hashEmbedder();
    const embed = vi.spyOn(embedder, 'embed');
    await using fleet = await startFleet({ services: ['conversations'], embedder, environment: { EMBED_MESSAGES } });
    const { caller } = fleet;
    const { conversation } = await caller.call('conversations', 'create', { conversation_id: 'c', embed_messages });
    expect(conversation.embed_messages).toBe(embed_messages ?? null);
    await caller.call('conversations', 'append_message', { conversation_id: 'c', role: 'user', content: 'The lantern is red' });
    await fleet.settled();
    expect(embed.mock.calls.flatMap(([texts]) => texts).includes('The lantern is red')).toBe(isEmbedded);
    const { messages } = await caller.call('conversations', 'search', { conversation_id: 'c', query: 'lantern' });
    expect(contentsOf(messages)).toEqual(['The lantern is red']);
  });
});

test('a message that has no vector yet is appended and found by its words, and gets its vector later', async () => {
  const clock = turnedClock();
  const embedder = hashEmbedder();
  let isAway = true;
  const embed = vi.fn<Embedder['embed']>((...asked) =>
    isAway ? Promise.reject(new Error('the embedder is away')) : hashEmbedder().embed(...asked),
  );
  await using fleet = await startFleet({ services: ['conversations'], clock, embedder: { ...embedder, embed } });
  const said = { conversation_id: 'c', role: 'user', content: 'The lantern is red' } as const;
  const { message_id } = await fleet.caller.call('conversations', 'append_message', said);
  await fleet.settled();
  const vectorsOf = async () => (await fleet.ports.searchIndex.get(defaultScope, [message_id]))[0]?.vectors.length;
  const { messages } = await fleet.caller.call('conversations', 'search', { conversation_id: 'c', query: 'lantern' });
  expect([contentsOf(messages), await vectorsOf()]).toEqual([['The lantern is red'], 0]);
  isAway = false;
  await vi.waitFor(async () => {
    await clock.advance(5_000);
    await fleet.settled();
    expect(await vectorsOf()).toBe(1);
  });
});

describe('a context shows at most', () => {
  const builtFrom = async (MAX_CONTEXT_MESSAGES: string, max_context_messages: number | undefined, max_tokens?: number) => {
    await using conversations = await startConversations({ environment: { MAX_CONTEXT_MESSAGES } });
    const { call, say } = conversations;
    await call('create', { conversation_id: 'c', max_context_messages });
    for (let number = 1; number <= 12; number++) await say('c', `Lantern ${number} hangs in room ${number}`);
    return await call('build_context', { conversation_id: 'c', query: 'Where is lantern 2?', max_tokens });
  };

  test('so many messages as MAX_CONTEXT_MESSAGES says: the newest and those that answer the query', async () => {
    const { recent_messages, relevant_messages, receipt } = await builtFrom('4', undefined, 1_000);
    expect(contentsOf(recent_messages)).toEqual(['Lantern 11 hangs in room 11', 'Lantern 12 hangs in room 12']);
    expect(relevant_messages).toHaveLength(2);
    expect(contentsOf(relevant_messages)).toContain('Lantern 2 hangs in room 2');
    expect(receipt?.items).toHaveLength(4);
  });

  test('so many as its conversation says, whatever the variable says', async () => {
    expect((await builtFrom('4', 7, 1_000)).message_count).toBe(7);
    expect((await builtFrom('', 0)).message_count).toBe(0);
  });

  test('any number where nothing was said: the budget decides', async () => {
    expect((await builtFrom('', undefined, 1_000)).message_count).toBe(12);
  });
});
