import { describe, expect, it, vi } from 'vitest';
import { ConversationAgent, type ModelRequest, openMemory } from '../src/index.ts';
import { openToFleet, ways } from './opened-memory.ts';
import { searchFunctions, searchingModel } from './searching-model.ts';

describe.each(ways)('a conversation %s', (_way, open) => {
  it('stores the message, and the answer with its reasoning and tool calls', async () => {
    await using client = await open();
    const agent = new ConversationAgent({ client, llmProvider: searchingModel, tools: [searchFunctions] });
    const conversation = await agent.createConversation({ title: 'Find it', tags: ['auth'] });
    const response = await conversation.sendMessage('Find authentication functions');
    const found = ['validatePassword in src/auth/password.ts', 'createSession in src/auth/session.ts'];
    expect(response).toMatchObject({
      content: `Found: ${JSON.stringify(found)}`,
      reasoning: 'I look into the code.\n\nThat is all.',
      tool_calls: [{ tool_name: 'search_functions', success: true, result: found, error: null, iteration: 1 }],
      context_used: { message_count: 1, text: expect.stringContaining('Find authentication functions') },
    });
    const { messages } = await conversation.getHistory({ limit: 50, includeToolCalls: true, includeReasoning: true });
    expect(messages.map(({ role, content, reasoning }) => [role, content, reasoning])).toEqual([
      ['user', 'Find authentication functions', null],
      ['assistant', response.content, response.reasoning],
    ]);
    const [call] = messages[1]?.tool_calls ?? [];
    expect(call).toMatchObject({
      tool_name: 'search_functions',
      arguments: JSON.stringify({ query: 'Find auth functions' }),
      success: true,
      duration_ms: response.tool_calls[0]?.duration_ms,
      tool_result: { success: true, result: JSON.stringify(found), error: null },
    });
    const bare = await conversation.getHistory({ includeToolCalls: false, includeReasoning: false });
    expect(bare.messages[1]).toMatchObject({ reasoning: null, tool_calls: [] });
    expect(await conversation.getToolCalls({ toolName: 'search_functions', success: true, limit: 5 })).toEqual([call]);
    expect(await conversation.getToolCalls({ success: false })).toEqual([]);
    expect(await conversation.searchHistory({ query: 'authentication', limit: 1 })).toMatchObject([{ role: 'user' }]);
  });

  it('is taken up later with what was said', async () => {
    await using client = await open();
    const shown: ModelRequest[] = [];
    const llmProvider = async (request: ModelRequest) => {
      shown.push(request);
      return { content: 'Yes' };
    };
    const { id } = await new ConversationAgent({ client, llmProvider }).createConversation();
    const again = await new ConversationAgent({ client, llmProvider }).loadConversation(id);
    await again.sendMessage('The bug is in validatePassword');
    await (await new ConversationAgent({ client, llmProvider }).loadConversation(id)).sendMessage('Did we fix it?');
    expect(shown[1]?.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('The bug is in validatePassword'),
    });
    expect(shown[1]?.messages.at(-1)).toEqual({ role: 'user', content: 'Did we fix it?' });
    const unknown = new ConversationAgent({ client, llmProvider }).loadConversation('never');
    await expect(unknown).rejects.toMatchObject({ type: 'not-found', message: 'Conversation never not found' });
  });

  it('is created with the defaults of the agent, or with what its config says', async () => {
    await using client = await open();
    const metadata = async (agent: ConversationAgent) => {
      const { id } = await agent.createConversation();
      return (await agent.listConversations({ limit: 50, status: 'active' })).find((each) => each.id === id);
    };
    const names = { title: 'New Conversation', message_count: 0, status: 'active' };
    expect(await metadata(new ConversationAgent({ client }))).toMatchObject({
      ...names,
      max_context_messages: 20,
      enable_summarization: true,
      summarize_every: 10,
      embed_messages: true,
    });
    const config = { maxContextMessages: 3, enableSummarization: false, summarizeEvery: 4, embedMessages: false };
    expect(await metadata(new ConversationAgent({ client, config }))).toMatchObject({
      max_context_messages: 3,
      enable_summarization: false,
      summarize_every: 4,
      embed_messages: false,
    });
  });

  it('is answered by the agent of the fleet where there is no model', async () => {
    await using client = await open();
    const conversation = await new ConversationAgent({ client }).createConversation();
    await conversation.sendMessage('My wife is Anne');
    // What an answer teaches is learned just after it.
    await vi.waitFor(async () => expect((await conversation.getHistory()).messages).toHaveLength(2));
    await vi.waitFor(async () => expect((await client.facts.list()).facts).not.toEqual([]));
    const { content, context_used, receipt } = await conversation.sendMessage('Who is my wife?');
    expect([content, context_used]).toEqual([expect.stringContaining('Anne'), null]);
    expect(receipt?.id).toMatch(/^rcpt_/);
    await vi.waitFor(async () => expect((await conversation.getHistory()).messages).toHaveLength(4));
  });

  it('is branched, exported and imported', async () => {
    await using client = await open();
    const agent = new ConversationAgent({ client, llmProvider: searchingModel, tools: [searchFunctions] });
    const conversation = await agent.createConversation({ title: 'One' });
    // Longer than a piece, and a cut would fall into a character of two halves.
    for (let each = 0; each < 3; each += 1) await conversation.sendMessage(`session ${'👍'.repeat(15_000)}`);
    const { messages } = await conversation.getHistory();
    const branch = await conversation.branch({ fromMessageId: messages[1]?.id ?? '', title: 'Another' });
    expect((await branch.getHistory()).messages).toHaveLength(2);
    const exported = JSON.parse(JSON.stringify(await conversation.export()));
    await using elsewhere = await open({ user: 'somebody-else' });
    const imported = await new ConversationAgent({ client: elsewhere }).importConversation(exported);
    const texts = (all: typeof messages) => all.map(({ role, content, reasoning }) => [role, content, reasoning]);
    expect(texts((await imported.getHistory()).messages)).toEqual(texts(messages));
  });

  it('has a summary, and a context by a strategy', async () => {
    await using client = await open();
    const llmProvider = async ({ messages }: ModelRequest) => ({
      content: `We should begin with this: ${messages.at(-1)?.content}`,
    });
    const agent = new ConversationAgent({ client, llmProvider });
    const planning = await agent.createConversation({ title: 'Refactoring authentication' });
    await planning.sendMessage('Refactoring authentication: split the session from the password');
    const summary = await planning.summarize();
    expect(summary).toMatch(/authentication/i);
    expect(await planning.buildContext({ strategy: 'recent', includeSummary: false })).toMatchObject({
      summary: null,
      message_count: 2,
    });
  });
});

describe('an answer', () => {
  it('is asked for at most five times, the last time without tools', async () => {
    await using client = await openToFleet({});
    const offered: number[] = [];
    const llmProvider = async ({ tools }: ModelRequest) => {
      offered.push(tools.length);
      const call = {
        name: offered.length === 2 ? 'unknown' : 'search_functions',
        arguments: { query: offered.length === 1 ? '' : 'dates' },
      };
      return tools.length > 0 ? { content: '', tool_calls: [call] } : { content: 'Enough' };
    };
    const conversation = await new ConversationAgent({ client, llmProvider, tools: [searchFunctions] }).createConversation();
    const { content, tool_calls } = await conversation.sendMessage('When?');
    expect([content, offered]).toEqual(['Enough', [1, 1, 1, 1, 0]]);
    expect(tool_calls.map(({ success, error, iteration }) => [success, error, iteration])).toEqual([
      [false, 'query: must be a text', 1],
      [false, 'There is no tool unknown; there are search_functions', 2],
      [true, null, 3],
      [true, null, 4],
    ]);
    expect(await conversation.getToolCalls({ success: false })).toHaveLength(2);
  });

  it('that fails leaves the message stored', async () => {
    await using client = await openToFleet({});
    const llmProvider = () => Promise.reject(new Error('out of order'));
    const conversation = await new ConversationAgent({ client, llmProvider }).createConversation();
    await expect(conversation.sendMessage('Hello')).rejects.toThrow('out of order');
    expect((await conversation.getHistory()).messages).toMatchObject([{ role: 'user', content: 'Hello' }]);
  });

  it('needs a model where there are tools', async () => {
    const client = await openMemory({ url: 'http://127.0.0.1:9' });
    expect(() => new ConversationAgent({ client, tools: [searchFunctions] })).toThrow(/^tools: need an llmProvider/);
  });
});
