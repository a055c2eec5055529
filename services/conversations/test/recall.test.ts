import { hashEmbedder } from '@agent-mem/llm';
import { defaultScope, startFleet, temporaryDirectory } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import { startConversations } from './start-conversations.ts';

describe('fifty messages appended at once while the conversation is searched', () => {
  test('none is lost, their places have no gap, and each stands where its neighbours are looked for', async () => {
    await using directory = await temporaryDirectory();
    await using conversations = await startConversations({ directory: directory.path });
    const { call, fleet } = conversations;
    const words = Array.from({ length: 50 }, (_, index) => `lantern word${index}`);
    let isAppending = true;
    const appended = Promise.all(words.map((content) => conversations.say('c', content))).finally(() => {
      isAppending = false;
    });
    const searches: (readonly { readonly content: string; readonly ordinal: number; readonly id: string }[])[] = [];
    await conversations.say('c', 'lantern');
    while (isAppending) searches.push((await call('search', { query: 'lantern', conversation_id: 'c', top_k: 100 })).messages);
    const answers = await appended;
    await fleet.settled();

    const { messages } = await call('history', { conversation_id: 'c', limit: 100 });
    expect(messages.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 51 }, (_, index) => index + 1));
    expect(messages.map(({ content }) => content).toSorted()).toEqual(['lantern', ...words].toSorted());
    const byOrdinal = new Map(messages.map(({ ordinal, id, content }) => [ordinal, { id, content }]));
    for (const [index, { message_id, ordinal }] of answers.entries())
      expect(byOrdinal.get(ordinal)).toEqual({ id: message_id, content: words[index] });

    const positions = messages.map(({ ordinal }) => ({ conversationId: 'c', ordinal }));
    const beside = await fleet.ports.searchIndex.at(defaultScope, positions, {});
    expect(beside).toHaveLength(51);
    for (const { id, ordinal } of beside) expect(byOrdinal.get(ordinal ?? 0)?.id).toBe(id);

    for (const found of searches) {
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      for (const { id, content, ordinal } of found) expect(byOrdinal.get(ordinal)).toEqual({ id, content });
    }
    const last = await call('search', { query: 'lantern', conversation_id: 'c', top_k: 100 });
    expect(last.messages).toHaveLength(51);
  });
});

describe('a search', () => {
  test('finds the answer beside the question that it shares no word with', async () => {
    await using conversations = await startConversations();
    for (const content of ['Where did we put the red lantern?', 'Behind the coats in the hall', 'Thanks'])
      await conversations.say('c', content);
    const { messages } = await conversations.call('search', { query: 'red lantern', explain: true });
    const answer = messages.find(({ content }) => content === 'Behind the coats in the hall');
    expect(answer?.scores).toMatchObject({ lexical: 0, words: expect.any(Number), session: expect.any(Number) });
    expect(answer?.scores.words).toBeGreaterThan(0);
  });

  test('goes by the preset and the parameters of the request, and refuses unknown ones', async () => {
    await using conversations = await startConversations();
    await conversations.say('c', 'The lantern is red');
    const search = (more: object) => conversations.call('search', { query: 'the lantern is red', explain: true, ...more });
    const [byWords] = (await search({})).messages;
    expect(byWords?.scores).toMatchObject({ words: 1, relevance: byWords?.score });
    const [byCosine] = (await search({ preset: 'agent-cli' })).messages;
    expect(byCosine?.scores.words).toBeUndefined();
    expect(byCosine?.score).toBeCloseTo(1);
    expect((await search({ parameters: { score_threshold: 1 } })).messages).toEqual([]);
    await expect(search({ preset: 'best' })).rejects.toMatchObject({ type: 'invalid-argument', message: /^preset: must be/ });
    await expect(search({ parameters: { mmr: 1 } })).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringMatching(/^parameters\.mmr: is no parameter/),
    });
  });

  test("has the preset's number of results where the caller names none", async () => {
    await using conversations = await startConversations();
    for (let index = 0; index < 12; index += 1) await conversations.say('c', `lantern ${index}`);
    expect((await conversations.call('search', { query: 'lantern' })).messages).toHaveLength(10);
    const byCosine = { query: 'lantern', preset: 'agent-cli', score_threshold: 0 };
    expect((await conversations.call('search', byCosine)).messages).toHaveLength(5);
  });

  test('tells in its receipt what each stage took and the best score, also of nothing', async () => {
    await using conversations = await startConversations();
    await conversations.say('c', 'The lantern is red');
    const { messages, receipt } = await conversations.call('search', { query: 'lantern' });
    expect(receipt.best_score).toBe(messages[0]?.score);
    expect(Object.keys(receipt.stages_ms)).toEqual(expect.arrayContaining(['statistics', 'search', 'rank', 'dense']));
    const above = await conversations.call('search', { query: 'lantern', score_threshold: 1 });
    expect(above).toMatchObject({ messages: [], receipt: { items: [], best_score: receipt.best_score } });
    const nothing = await conversations.call('search', { query: 'quantum', user: 'nobody' });
    expect(nothing).toMatchObject({ messages: [], receipt: { best_score: null } });
  });

  test('never answers with a summary', async () => {
    await using conversations = await startConversations();
    await conversations.say('c', 'The lantern is red');
    const invocation_summary = { query: 'zebra?', summary: 'Looked for a zebra.', result: 'No zebra.' };
    await conversations.call('update', { conversation_id: 'c', invocation_summary });
    await conversations.fleet.settled();
    expect((await conversations.call('search', { query: 'zebra', parameters: { dense: 0 } })).messages).toEqual([]);
  });

  test('of a scope that goes by words alone embeds nothing, neither what is said nor what is asked', async () => {
    const embed = vi.fn(hashEmbedder().embed);
    await using fleet = await startFleet({
      services: ['conversations'],
      embedder: { ...hashEmbedder(), embed },
      environment: { RECALL_LEXICAL_ONLY: '*/secret/*' },
    });
    const said = { conversation_id: 'c', role: 'user', content: 'The lantern is red' } as const;
    await fleet.caller.call('conversations', 'append_message', { ...said, user: 'secret' });
    await fleet.settled();
    const { messages, receipt } = await fleet.caller.call('conversations', 'search', { query: 'lantern', user: 'secret' });
    expect(messages.map(({ content }) => content)).toEqual(['The lantern is red']);
    expect(receipt.degraded).toEqual([]);
    expect(embed).not.toHaveBeenCalled();
    await fleet.caller.call('conversations', 'append_message', { ...said, user: 'open' });
    expect(embed).toHaveBeenCalled();
  });
});
