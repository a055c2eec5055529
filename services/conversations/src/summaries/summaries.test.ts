import { OperationError } from '@agent-mem/contract';
import { type ChatModel, scriptedChatModel } from '@agent-mem/llm';
import { defaultScope, turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import { type Conversations, startConversations } from '../../test/start-conversations.ts';
import { liveSummary, type StoredSummary } from '../domain/summary/summary-node.ts';

/** About 60 tokens, of which one sentence says something. */
function note(index: number): string {
  const talk = 'it was as it always is here and nobody had much to say about it '.repeat(3);
  return `Service${index}Host moved to port ${8_000 + index} in Lisbon. Then ${talk}.`;
}

async function talk(conversations: Conversations, count: number, from = 0): Promise<void> {
  for (let index = from; index < from + count; index += 1) await conversations.say('c1', note(index));
}

/** Turns the clock until the jobs have had their turns. */
async function summariesOf({ fleet }: Conversations, clock: ReturnType<typeof turnedClock>) {
  await fleet.settled();
  for (let turn = 0; turn < 3; turn += 1) {
    await clock.advance(1_000);
    await fleet.settled();
  }
  const query = { kinds: ['ConversationSummary'], order: 'createdAt', limit: 1_000 } as const;
  const { items } = await fleet.ports.graph.find(defaultScope, query);
  return items.flatMap((node) => {
    const summary = liveSummary(node);
    return summary ? [{ id: node.id, version: node.version, ...summary }] : [];
  });
}

function tier<Summary extends StoredSummary>(summaries: readonly Summary[], wanted: StoredSummary['tier']): readonly Summary[] {
  return summaries.filter((summary) => summary.tier === wanted).toSorted((a, b) => a.from - b.from);
}

/** Has the conversation summarised, and turns the clock until that is answered. What the job does takes time of the machine: the clock waits for it. */
async function summarized({ call, fleet }: Conversations, clock: ReturnType<typeof turnedClock>) {
  const asked = call('summarize', { conversation_id: 'c1' }, { timeoutMs: 600_000 });
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  asked.then(answered, answered);
  while (!isAnswered) {
    await fleet.settled();
    await clock.advance(100);
  }
  return asked;
}

describe('by rules', () => {
  test('a conversation is summarised with every so many messages, and BuildContext shows it', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock });
    await talk(conversations, 9);
    expect(await summariesOf(conversations, clock)).toEqual([]);
    await talk(conversations, 1, 9);
    const [summary] = await summariesOf(conversations, clock);
    expect(summary).toMatchObject({ tier: 'L3', level: 'STANDARD', method: 'rules', content_type: 'journal', from: 1, to: 10 });
    expect(summary?.token_count).toBeGreaterThan(0);
    expect(summary?.compression_ratio).toBeLessThanOrEqual(0.12);
    expect(summary?.content).toContain('port 8000');
    const context = await conversations.call('build_context', { conversation_id: 'c1' });
    expect(context.summary).toBe(summary?.content);
  });

  test('switched off nothing is summarised, and a conversation says otherwise for itself', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock, environment: { ENABLE_SUMMARIZATION: 'false' } });
    await conversations.call('create', { conversation_id: 'c2', enable_summarization: true, summarize_every: 3 });
    await talk(conversations, 10);
    expect(await summariesOf(conversations, clock)).toEqual([]);
    for (let index = 0; index < 3; index += 1) await conversations.say('c2', note(index));
    expect(await summariesOf(conversations, clock)).toMatchObject([{ tier: 'L3', to: 3 }]);
  });

  test('of a long conversation only what changed is made again; History answers what each summary covers', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock });
    await talk(conversations, 100);
    const before = await summariesOf(conversations, clock);
    expect(tier(before, 'L3')).toMatchObject([{ level: 'DETAILED', to: 100 }]);
    const chunks = tier(before, 'L1');
    expect(chunks.length).toBeGreaterThanOrEqual(2);
    await talk(conversations, 20, 100);
    const after = await summariesOf(conversations, clock);
    expect(tier(after, 'L1').slice(0, chunks.length)).toEqual(chunks);
    const [whole] = tier(after, 'L3');
    expect(whole).toMatchObject({ to: 120 });
    const read = async (summary_id: string) =>
      (await conversations.call('history', { conversation_id: 'c1', summary_id, limit: 500 })).messages.map(
        ({ ordinal }) => ordinal,
      );
    expect(await read(whole?.id ?? '')).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    const [first] = chunks;
    expect(await read(first?.id ?? '')).toEqual(Array.from({ length: first?.to ?? 0 }, (_, index) => index + 1));
    await expect(read('csum_00000000-0000-8000-8000-000000000000')).rejects.toMatchObject({ type: 'not-found' });
    await conversations.say('c2', 'elsewhere');
    const elsewhere = conversations.call('history', { conversation_id: 'c2', summary_id: whole?.id ?? '' });
    await expect(elsewhere).rejects.toMatchObject({
      type: 'not-found',
      message: `summary_id: ${whole?.id} is no summary of conversation c2`,
    });
  });

  test('the node of a summary says what it takes of what it covers, and its edges lead there', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock, services: ['conversations', 'graph'] });
    const { call } = conversations.fleet.caller;
    await talk(conversations, 10);
    const [summary] = await summariesOf(conversations, clock);
    const { id = '', tokens = 0, token_count = 0 } = summary ?? {};
    const { node } = await call('graph', 'get', { id });
    expect(JSON.parse(node?.properties ?? 'null')).toEqual({
      ...{ tier: 'L3', level: 'STANDARD', content_type: 'journal', method: 'rules', from: 1, to: 10 },
      ...{ tokens, token_count, compression_ratio: token_count / tokens, abstract: null, away_since: null },
    });
    const { neighbours } = await call('graph', 'neighbours', { id, direction: 'out', kinds: ['SUMMARISES'] });
    const { messages } = await conversations.call('history', { conversation_id: 'c1' });
    expect(new Set(neighbours.map((each) => each.node?.id))).toEqual(new Set(messages.map((message) => message.id)));
  });

  test('above 15,000 tokens groups of five chunks stand between', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock, environment: { ENABLE_SUMMARIZATION: 'false' } });
    const messages = Array.from({ length: 100 }, (_, index) => ({ role: 'user' as const, content: `${note(index)} `.repeat(4) }));
    await conversations.call('create', { conversation_id: 'c1', enable_summarization: true, summarize_every: 100 });
    await conversations.call('append_messages', { conversation_id: 'c1', messages });
    const summaries = await summariesOf(conversations, clock);
    expect(tier(summaries, 'L3')).toMatchObject([{ level: 'HIERARCHICAL' }]);
    expect(tier(summaries, 'L2').length).toBe(Math.floor(tier(summaries, 'L1').length / 5));
    expect(tier(summaries, 'L2')[0]?.sources).toHaveLength(5);
  });

  test('Summarize answers two or three sentences where they are there in time, and else the job', async () => {
    const clock = turnedClock();
    {
      await using conversations = await startConversations({ clock });
      await talk(conversations, 4);
      const answer = await summarized(conversations, clock);
      expect(answer.job_id).toMatch(/^job_/);
      expect(answer.summary?.match(/port 80/g)?.length).toBeGreaterThanOrEqual(2);
      expect(answer.summary_id).toMatch(/^csum_/);
    }
    const over = Promise.withResolvers<string>();
    const hung = vi.fn<ChatModel['generate']>(() => over.promise);
    const chatModel: ChatModel = { ...scriptedChatModel([]), generate: hung };
    await using slow = await startConversations({ clock, chatModel });
    await talk(slow, 4);
    const asked = slow.call('summarize', { conversation_id: 'c1' }, { timeoutMs: 5_000 });
    await vi.waitFor(() => expect(hung).toHaveBeenCalled());
    await clock.advance(5_000);
    const late = await asked;
    expect([late.job_id.startsWith('job_'), late.summary]).toEqual([true, null]);
    // The fleet would give it its ten seconds.
    over.resolve('Too late');
  });

  test('what is too short for a summary has the sentences that Summarize wrote, wherever a summary is shown', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock });
    const { call, fleet, say } = conversations;
    await say('c1', 'Where does AuthService check the token');
    await say('c1', 'It is checked in src/auth.ts, and we keep it there');
    const { summary, summary_id } = await summarized(conversations, clock);
    expect(summary).toBe('Where does AuthService check the token. It is checked in src/auth.ts, and we keep it there.');
    await fleet.settled();
    const shown = { summary, summary_id };
    expect((await call('get', { conversation_id: 'c1' })).conversation).toMatchObject(shown);
    expect((await call('list', {})).conversations).toMatchObject([shown]);
    expect(await call('build_context', { conversation_id: 'c1' })).toMatchObject(shown);
    const { conversations: alike } = await call('find_similar', { query: summary ?? '' });
    expect(alike).toMatchObject([{ ...shown, id: 'c1', similarity: expect.closeTo(1, 3) }]);
    const { messages } = await call('history', { conversation_id: 'c1' });
    await call('purge', { id: messages[0]?.id ?? '' });
    expect((await call('get', { conversation_id: 'c1' })).conversation).toMatchObject({ summary: null, summary_id: null });
  });

  test('FindSimilar answers conversations by what their summaries mean', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock });
    await talk(conversations, 10);
    for (let index = 0; index < 10; index += 1)
      await conversations.say('c2', `Anne baked bread number ${index} with rye flour, salt and much patience on that day.`);
    const [summary] = tier(await summariesOf(conversations, clock), 'L3').filter(({ content }) => content.includes('rye'));
    const query = summary?.content ?? '';
    const { conversations: alike } = await conversations.call('find_similar', { query });
    expect(alike).toMatchObject([{ id: 'c2', summary: query, summary_id: summary?.id }]);
    expect(alike[0]?.similarity).toBeCloseTo(1, 3);
    const all = await conversations.call('find_similar', { query, score_threshold: 0 });
    expect(all.conversations.map(({ id }) => id)).toEqual(['c2', 'c1']);
    expect((await conversations.call('find_similar', { query, score_threshold: 0, limit: 1 })).conversations).toHaveLength(1);
  });

  test('of a message that is purged no summary holds a word', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock });
    await talk(conversations, 100);
    expect(JSON.stringify(await summariesOf(conversations, clock))).toContain('port 8003');
    const { messages } = await conversations.call('history', { conversation_id: 'c1' });
    await conversations.fleet.caller.call('conversations', 'purge', { id: messages[3]?.id ?? '' });
    expect(JSON.stringify(await summariesOf(conversations, clock))).not.toContain('port 8003');
    await talk(conversations, 10, 100);
    const after = await summariesOf(conversations, clock);
    expect(tier(after, 'L3')).toMatchObject([{ to: 110 }]);
    expect(JSON.stringify(after)).not.toContain('port 8003');
  });

  test('a merge has the summary of what took the branch in made anew', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock });
    await talk(conversations, 10);
    const [before] = await summariesOf(conversations, clock);
    const { messages } = await conversations.call('history', { conversation_id: 'c1' });
    const from_message_id = messages[4]?.id ?? '';
    const { conversation_id: branch_id } = await conversations.call('branch', { conversation_id: 'c1', from_message_id });
    await conversations.say(branch_id, 'We decided that PortoGateway listens on port 9443.');
    await conversations.call('merge', { conversation_id: 'c1', branch_id });
    const [after] = await summariesOf(conversations, clock);
    expect([before?.content.includes('9443'), after?.content.includes('9443')]).toEqual([false, true]);
    expect([before?.id === after?.id, after?.to]).toEqual([true, 11]);
  });

  test('a conversation that is deleted takes its summary along, and Restore brings it back', async () => {
    const clock = turnedClock();
    await using conversations = await startConversations({ clock });
    await talk(conversations, 10);
    const before = await summariesOf(conversations, clock);
    await conversations.call('delete', { conversation_id: 'c1' });
    expect(await summariesOf(conversations, clock)).toEqual([]);
    await conversations.call('restore', { id: 'c1' });
    expect(await summariesOf(conversations, clock)).toMatchObject(before.map(({ id, content }) => ({ id, content })));
  });
});

describe('by a model', () => {
  test('the summary so far and what came since are brought together', async () => {
    const clock = turnedClock();
    const chatModel = scriptedChatModel(['Services moved to Lisbon.', 'Services moved to Lisbon and on to Porto.']);
    await using conversations = await startConversations({ clock, chatModel });
    await talk(conversations, 10);
    expect(await summariesOf(conversations, clock)).toMatchObject([{ content: 'Services moved to Lisbon.', method: 'model' }]);
    await talk(conversations, 10, 10);
    expect(await summariesOf(conversations, clock)).toMatchObject([{ content: 'Services moved to Lisbon and on to Porto.' }]);
    const [first, second] = chatModel.requests;
    expect([first?.template, second?.template]).toEqual(['summary-standard', 'summary-rolling']);
    const shown = JSON.stringify(second?.messages);
    expect(shown).toContain('Services moved to Lisbon.');
    expect([shown.includes('port 8009'), shown.includes('port 8010')]).toEqual([false, true]);
  });

  test('of a message that is purged while it writes no summary holds a word', async () => {
    const clock = turnedClock();
    const scripted = scriptedChatModel(({ messages }) =>
      JSON.stringify(messages).includes('port 8003') ? 'One moved to port 8003.' : 'Services moved.',
    );
    let meanwhile = async (): Promise<unknown> => undefined;
    const chatModel: ChatModel = {
      ...scripted,
      async generate(...asked) {
        const text = await scripted.generate(...asked);
        if (scripted.requests.length === 1) await meanwhile();
        return text;
      },
    };
    await using conversations = await startConversations({ clock, chatModel });
    await talk(conversations, 9);
    const { messages } = await conversations.call('history', { conversation_id: 'c1' });
    meanwhile = () => conversations.call('purge', { id: messages[3]?.id ?? '' });
    await talk(conversations, 1, 9);
    await vi.waitFor(async () => expect(await summariesOf(conversations, clock)).toMatchObject([{ content: 'Services moved.' }]));
    expect(scripted.requests).toHaveLength(2);
  });

  test('one that is away leaves the old summary, marked, and appends go on', async () => {
    const clock = turnedClock();
    let isAway = false;
    const scripted = scriptedChatModel(['Before.', 'After.']);
    const chatModel: ChatModel = {
      ...scripted,
      generate: (...asked) => (isAway ? Promise.reject(new OperationError('unavailable', 'away')) : scripted.generate(...asked)),
    };
    await using conversations = await startConversations({ clock, chatModel });
    await talk(conversations, 10);
    await summariesOf(conversations, clock);
    isAway = true;
    await talk(conversations, 10, 10);
    const [marked] = await summariesOf(conversations, clock);
    expect(marked).toMatchObject({ content: 'Before.', to: 10 });
    expect(marked?.away_since).not.toBeNull();
    isAway = false;
    await clock.advance(300_000);
    await vi.waitFor(async () =>
      expect(await summariesOf(conversations, clock)).toMatchObject([{ content: 'After.', to: 20, away_since: null }]),
    );
  });
});
