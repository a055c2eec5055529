import { describe, expect, it, vi } from 'vitest';
import { MemoryError } from '../src/index.ts';
import { ways } from './opened-memory.ts';
import { silentModel } from './silent-model.ts';

describe.each(ways)('memory %s', (_way, open) => {
  it('has each operation that has a handler, in camel case', async () => {
    await using memory = await open();
    const names = ['facts', 'episodes', 'conversations', 'workingMemory', 'graph', 'agent', 'add', 'context'];
    expect(Object.keys(memory)).toEqual(names);
    expect(memory.conversations).toHaveProperty('appendMessage');
    expect(memory.graph).toHaveProperty('triggerCompaction');
  });

  it('gives the last frame of a stream, or every frame', async () => {
    await using memory = await open();
    const { answer, conversation_id, receipt, usage } = await memory.agent.invoke({ question: 'My wife is Anne' });
    expect([answer, conversation_id, usage]).toEqual([expect.any(String), expect.stringMatching(/^conv_/), []]);
    expect(receipt).not.toBeNull();
    const frames = await Array.fromAsync(memory.agent.invokeStream({ question: 'Who is my wife?' }));
    expect(frames.length).toBeGreaterThan(1);
    expect(frames.findIndex(({ end_of_dialog }) => end_of_dialog)).toBe(frames.length - 1);
  });

  it('has what it knows on a query as a text that is bounded, with a receipt to be read later', async () => {
    await using memory = await open();
    await memory.facts.store({ content: 'The ferry to Ischia leaves at nine' });
    const { text, receipt } = await memory.context('When does the ferry leave?', { format: 'roles', max_tokens: 50 });
    expect(text).toBe('[memory] The ferry to Ischia leaves at nine');
    const found = await memory.agent.getReceipt({ receipt_id: receipt?.id ?? '' });
    expect(found.receipt).toMatchObject({ operation: 'agent.Recall', query: 'When does the ferry leave?' });
    await expect(memory.context('')).rejects.toThrow(/^query: /);
  });

  it('learns from what is added, and has it in the context', async () => {
    await using memory = await open();
    const said = [{ role: 'user', content: 'My sister Anne lives in Ischia' }] as const;
    const { messages, learned } = await memory.add(said, { conversation_id: 'c', wait_ms: 5_000 });
    expect(messages).toHaveLength(1);
    const home = learned.find(({ content }) => content.includes('Ischia'));
    expect(home).toMatchObject({ kind: 'fact', message_id: messages[0]?.message_id });
    const { text } = await memory.context('Who lives in Ischia?', { format: 'roles' });
    expect(text).toContain(`[memory] ${home?.content}`);
  });

  it('names the field of a refusal by its path in the request', async () => {
    await using memory = await open();
    const refusal: MemoryError = await memory.facts.store({ content: '' }).catch((error) => error);
    expect(refusal).toBeInstanceOf(MemoryError);
    expect(refusal).toMatchObject({ name: 'MemoryError', type: 'invalid-argument', retryable: false });
    expect(refusal.message).toMatch(/^content: /);
    const stream = memory.agent.invokeStream({ question: '' });
    await expect(Array.fromAsync(stream)).rejects.toThrow(/^question: /);
    const unknown = memory.conversations.history({ conversation_id: 'never' });
    await expect(unknown).rejects.toMatchObject({ type: 'not-found', message: 'Conversation never not found' });
  });

  it('refuses a member that is not known, and calls operations as a program calls them', async () => {
    await using memory = await open({ environment: { MEMORY: 'off' } });
    const bob = { content: 'Bob likes beer', user_id: 'bob' };
    await expect(memory.facts.store(bob)).rejects.toThrow('user_id: is not known; did you mean user?');
    const strange = { question: 'Who?', colour: 'red' };
    await expect(Array.fromAsync(memory.agent.invokeStream(strange))).rejects.toThrow(/^colour: is not known/);
    await expect(memory.facts.store({ content: 'c' })).rejects.toThrow('(memory.graph.updateSettings turns it on)');
  });

  it('is in the scope that it was opened with, unless a request names another', async () => {
    await using memory = await open({ workspace: 'w', user: 'anne' });
    await memory.facts.store({ content: 'Anne sails' });
    await memory.facts.store({ content: 'Bob flies', user: 'bob' });
    const contents = async (request: object) => (await memory.facts.list(request)).facts.map(({ content }) => content);
    expect(await contents({ user: null })).toEqual(['Anne sails']);
    expect(await contents({ user: 'bob' })).toEqual(['Bob flies']);
    expect(await contents({ workspace: 'default' })).toEqual([]);
  });

  it('gives one effect and one answer to a key', async () => {
    await using memory = await open();
    const store = (content: string) => memory.facts.store({ content }, { idempotencyKey: 'once' });
    expect(await store('The ferry leaves at nine')).toEqual(await store('The ferry leaves at nine'));
    await expect(store('The ferry leaves at ten')).rejects.toMatchObject({ type: 'already-exists', retryable: false });
  });

  it('ends a call by its signal and by its time', async () => {
    await using model = await silentModel();
    await using memory = await open({ environment: { LLM_URL: model.url, LLM_MODEL: 'silent' } });
    const signal = AbortSignal.abort();
    await expect(memory.facts.list({}, { signal })).rejects.toMatchObject({ type: 'cancelled', retryable: false });
    await expect(Array.fromAsync(memory.agent.invokeStream({ question: 'Who?' }, { signal }))).rejects.toMatchObject({
      type: 'cancelled',
    });
    const late = memory.agent.invoke({ question: 'Who?' }, { timeoutMs: 100 });
    await expect(late).rejects.toMatchObject({ type: 'deadline-exceeded', retryable: true });
    // What learns from the question asks the model too: closing would wait for it.
    await model[Symbol.asyncDispose]();
  });

  it('cancels an invocation whose loop is left', async () => {
    await using model = await silentModel();
    await using memory = await open({ environment: { LLM_URL: model.url, LLM_MODEL: 'silent' } });
    const controller = new AbortController();
    const frames = Array.fromAsync(memory.agent.invokeStream({ question: 'Who?' }, { signal: controller.signal }));
    await vi.waitFor(() => expect(model.open).toBe(1));
    controller.abort();
    await expect(frames).rejects.toMatchObject({ type: 'cancelled' });
    await vi.waitFor(() => expect(model.open).toBe(0));
  });
});
