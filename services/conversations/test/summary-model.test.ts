import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatModel, scriptedChatModel } from '@agent-mem/llm';
import { defaultScope, temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { type Conversations, publish, startConversations } from './start-conversations.ts';

/*
 * How a summary is asked of a model: by which template, and without holding anybody up.
 */

const line = (index: number) => `Service ${index} moved to port ${8_000 + index} in Lisbon, where it is as it always is.`;

async function talk({ say }: Conversations, from: number, to: number): Promise<void> {
  for (let index = from; index <= to; index += 1) await say('c1', line(index));
}

/** Turns the clock until the conversation has this summary. */
async function summarised({ call, fleet }: Conversations, clock: ReturnType<typeof turnedClock>, content: string): Promise<void> {
  await vi.waitFor(async () => {
    await clock.advance(1_000);
    await fleet.settled();
    expect((await call('get', { conversation_id: 'c1' })).conversation?.summary).toBe(content);
  });
}

test('a template of the file that PROMPTS_FILE names takes the place of ours', async () => {
  await using folder = await temporaryDirectory();
  const PROMPTS_FILE = join(folder.path, 'prompts.yaml');
  const template = 'Write like a sailor.\n---\n{{#messages}}{{content}}\n{{/messages}}';
  await writeFile(PROMPTS_FILE, JSON.stringify({ 'summary-brief': template, 'summary-rolling': 'Go on.\n---\n{{previous}}' }));
  const clock = turnedClock();
  const chatModel = scriptedChatModel(['Ahoy, services moved.', 'They moved on.']);
  await using conversations = await startConversations({ clock, chatModel, environment: { PROMPTS_FILE } });
  await talk(conversations, 1, 10);
  await summarised(conversations, clock, 'Ahoy, services moved.');
  await talk(conversations, 11, 20);
  await summarised(conversations, clock, 'They moved on.');
  const asked = chatModel.requests.map(({ messages }) => messages.map(({ content }) => content));
  expect(asked[0]?.[0]).toBe('Write like a sailor.');
  expect(asked[0]?.[1]).toContain(line(1));
  expect(asked[1]?.[0]).toBe('Go on.');
  expect(asked[1]?.[1]).toContain('Ahoy, services moved.');
});

test('each of the eight templates can be replaced, and is asked where it belongs', async () => {
  const names = ['brief', 'standard', 'chunk', 'meta', 'rolling', 'conversation', 'journal', 'document'].map(
    (name) => `summary-${name}`,
  );
  await using folder = await temporaryDirectory();
  const PROMPTS_FILE = join(folder.path, 'prompts.yaml');
  const text = (name: string) => `Mine: ${name}\n---\n{{#messages}}{{content}}\n{{/messages}}`;
  await writeFile(PROMPTS_FILE, JSON.stringify(Object.fromEntries(names.map((name) => [name, text(name)]))));
  const chatModel = scriptedChatModel(({ template }) => `Written by ${template}.`);
  const clock = turnedClock();
  await using conversations = await startConversations({ clock, chatModel, environment: { PROMPTS_FILE } });
  const { call } = conversations;
  const append = (conversation_id: string, count: number, content = line) =>
    call('append_messages', {
      conversation_id,
      messages: Array.from({ length: count }, (_, index) => ({ role: 'user' as const, content: content(index) })),
    });
  const summarize = async (conversation_id: string) => {
    const asked = call('summarize', { conversation_id }, { timeoutMs: 600_000 });
    const answered = asked.then(({ summary }) => summary);
    await vi.waitFor(async () => {
      await clock.advance(1_000);
      expect(await Promise.race([answered, null])).not.toBeNull();
    });
    return answered;
  };

  await append('c1', 10);
  await summarised(conversations, clock, 'Written by summary-brief.');
  await append('c1', 10);
  await summarised(conversations, clock, 'Written by summary-rolling.');
  for (const content_type of ['conversation', 'journal', 'document']) {
    await call('create', { conversation_id: content_type, metadata: { content_type }, enable_summarization: false });
    // Of so many tokens that each has a summary of another depth.
    await append(content_type, { conversation: 1, journal: 30, document: 100 }[content_type] ?? 0, (index) =>
      line(index).repeat(2),
    );
    expect(await summarize(content_type)).toBe(`Written by summary-${content_type}.`);
  }

  const asked = chatModel.requests.map(({ template, messages }) => [template, messages[0]?.content]);
  for (const [template, content] of asked) expect(content).toBe(`Mine: ${template}`);
  expect([...new Set(asked.map(([template]) => template))].toSorted()).toEqual(names.toSorted());
});

test('what was learned in the conversation since stands in the next summary, which goes when that is purged', async () => {
  const clock = turnedClock();
  const chatModel = scriptedChatModel(({ template }) =>
    template === 'summary-brief' ? 'Ten moved.' : template === 'summary-rolling' ? 'All moved, and Porto is next.' : 'no',
  );
  await using conversations = await startConversations({ clock, chatModel, services: ['conversations', 'facts'] });
  const { fleet } = conversations;
  await talk(conversations, 1, 10);
  await summarised(conversations, clock, 'Ten moved.');
  const content = 'The gateway of Porto is next to move';
  const { fact_id } = await fleet.caller.call('facts', 'store', { content, conversation_id: 'c1' });
  await talk(conversations, 11, 20);
  await summarised(conversations, clock, 'All moved, and Porto is next.');
  const rolling = chatModel.requests.filter(({ template }) => template === 'summary-rolling');
  expect(rolling.map(({ messages }) => JSON.stringify(messages).includes(content))).toEqual([true]);
  await fleet.caller.call('facts', 'purge', { id: fact_id });
  expect((await conversations.call('get', { conversation_id: 'c1' })).conversation?.summary ?? null).toBeNull();
});

test('a message that is reported twice has its summary written by one job', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock, chatModel: scriptedChatModel(['Ten moved.']) });
  const { ports } = conversations.fleet;
  await talk(conversations, 1, 10);
  await summarised(conversations, clock, 'Ten moved.');
  const jobs = () => ports.graph.count(defaultScope, { kinds: ['Job'] });
  expect(await jobs()).toBe(1);
  const appended = conversations.events('message-appended');
  expect(appended).toHaveLength(10);
  for (const event of appended) await publish(conversations, { ...event, id: crypto.randomUUID() });
  expect(await jobs()).toBe(1);
});

test('what Summarize could not answer in time is read by the job and the summary that it names', async () => {
  const clock = turnedClock();
  const answered = Promise.withResolvers<void>();
  const scripted = scriptedChatModel(['They moved to Lisbon. They stay there.']);
  const generate = vi.fn<ChatModel['generate']>(async (...asked) => {
    await answered.promise;
    return await scripted.generate(...asked);
  });
  const chatModel = { ...scripted, generate };
  await using conversations = await startConversations({ clock, chatModel, services: ['conversations', 'graph'] });
  const { call } = conversations.fleet.caller;
  await talk(conversations, 1, 2);
  const asked = conversations.call('summarize', { conversation_id: 'c1' }, { timeoutMs: 5_000 });
  await vi.waitFor(async () => {
    await clock.advance(1_000);
    expect(await Promise.race([asked, null])).not.toBeNull();
  });
  const { job_id, summary } = await asked;
  expect(summary).toBeNull();
  answered.resolve();
  const summary_id = await vi.waitFor(async () => {
    await clock.advance(1_000);
    const { job } = await call('graph', 'get_job', { job_id });
    expect(job?.status).toBe('done');
    return job?.result.summary_id ?? '';
  });
  const { node } = await call('graph', 'get', { id: summary_id });
  expect(JSON.parse(node?.properties ?? '{}')).toMatchObject({ abstract: 'They moved to Lisbon. They stay there.' });
});

test('a summary that a model takes long over holds up no message, no search and no context', async () => {
  const clock = turnedClock();
  const answered = Promise.withResolvers<void>();
  const scripted = scriptedChatModel(['All ten moved.', 'All twenty moved.']);
  const generate = vi.fn<ChatModel['generate']>(async (...asked) => {
    await answered.promise;
    return await scripted.generate(...asked);
  });
  await using conversations = await startConversations({ clock, chatModel: { ...scripted, generate } });
  await talk(conversations, 1, 10);
  await vi.waitFor(async () => {
    await clock.advance(100);
    expect(generate).toHaveBeenCalled();
  });
  // The model is being asked, and has not answered.
  await talk(conversations, 11, 20);
  const asked = { conversation_id: 'c1', query: 'Which service moved to port 8015?' };
  const { messages } = await conversations.call('search', asked);
  expect(messages.map(({ content }) => content)).toContain(line(15));
  const { summary, recent_messages } = await conversations.call('build_context', asked);
  expect([summary, recent_messages.at(-1)?.content]).toEqual([null, line(20)]);
  answered.resolve();
  await summarised(conversations, clock, 'All twenty moved.');
});

test('a model is asked for no summary of messages that have all expired', async () => {
  const clock = turnedClock();
  const chatModel = scriptedChatModel(({ template }) => `Written by ${template}.`);
  const environment = { MESSAGE_TTL_DAYS: '1', ENABLE_SUMMARIZATION: 'false' };
  await using conversations = await startConversations({ clock, chatModel, environment });
  const { call } = conversations;
  const append = (words: string) =>
    call('append_messages', {
      conversation_id: 'c1',
      messages: Array.from({ length: 100 }, (_, index) => ({
        role: 'user' as const,
        content: `${words} ${line(index)} `.repeat(3),
      })),
    });
  // A whole chunk of them, and more than one behind it.
  await append('Long ago.');
  await clock.leap(12 * 3_600_000);
  await append('Today.');
  await clock.leap(12 * 3_600_000 + 120_000);
  await conversations.fleet.settled();
  expect((await conversations.said('c1'))[0]).toContain('Today.');
  const asked = call('summarize', { conversation_id: 'c1' }, { timeoutMs: 600_000 });
  const answered = asked.then(({ summary }) => summary);
  await vi.waitFor(async () => {
    await clock.advance(1_000);
    expect(await Promise.race([answered, null])).not.toBeNull();
  });
  const chunks = chatModel.requests
    .filter(({ template }) => template === 'summary-chunk')
    .map(({ messages }) => messages.at(-1)?.content);
  expect(chunks.length).toBeGreaterThan(1);
  for (const chunk of chunks) expect(chunk).toContain('Today.');
});
