import { startFleet } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { openMemory } from '../src/index.ts';
import { type Fault, faultyProxy } from './faulty-proxy.ts';

async function openBehind(faults: readonly Fault[], options: { readonly retries?: number } = {}) {
  await using stack = new AsyncDisposableStack();
  const fleet = stack.use(await startFleet({ http: true }));
  const proxy = stack.use(await faultyProxy(fleet.httpUrl, faults));
  const memory = stack.use(await openMemory({ url: `${proxy.url}/`, ...options }));
  const running = stack.move();
  return { memory, proxy, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

describe('a call that fails on its way', () => {
  it('is tried again under its key, so that a command has one effect', async () => {
    await using behind = await openBehind(['bad-gateway', 'lose-answer', 'lose-answer']);
    const { memory, proxy } = behind;
    const { message_id, ordinal } = await memory.conversations.appendMessage({
      conversation_id: 'c',
      role: 'user',
      content: 'Hello',
    });
    expect(ordinal).toBe(1);
    const { messages } = await memory.conversations.history({ conversation_id: 'c' });
    expect(messages.map(({ id }) => id)).toEqual([message_id]);
    const keys = proxy.requests.filter(({ path }) => path.endsWith('append-message')).map(({ key }) => key);
    expect(keys).toEqual(Array(4).fill(keys[0]));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is tried as often as was said, and then is unavailable', async () => {
    await using behind = await openBehind(['bad-gateway', 'lose-answer', 'bad-gateway'], { retries: 1 });
    const refused = behind.memory.facts.list();
    await expect(refused).rejects.toMatchObject({ name: 'MemoryError', type: 'unavailable', retryable: true });
    expect(behind.proxy.requests).toHaveLength(2);
  });

  it('is not tried again where the fleet refuses it', async () => {
    await using behind = await openBehind([]);
    await expect(behind.memory.facts.store({ content: '' })).rejects.toMatchObject({
      type: 'invalid-argument',
      retryable: false,
    });
    expect(behind.proxy.requests).toHaveLength(1);
  });
});

describe('a stream that breaks', () => {
  it.each<Fault>(['lose-answer', { afterEvents: 1 }])('is taken up by its key, and ends with the answer: %o', async (fault) => {
    await using fleet = await startFleet({ http: true });
    await using proxy = await faultyProxy(fleet.httpUrl, [fault]);
    await using memory = await openMemory({ url: proxy.url });
    const { answer } = await memory.agent.invoke({ question: 'My wife is Anne' });
    expect(answer).not.toBe('');
    expect(proxy.requests[1]?.key).toBe(proxy.requests[0]?.key);
  });
});

describe('what is opened', () => {
  it.each([
    [{ url: 'localhost:8700' }, /^url: must be an http or https URL/],
    [{ url: 'http://localhost', key: 'a\nb' }, /^key: /],
    [{ url: 'http://localhost', retries: -1 }, /^retries: /],
  ])('is refused by its option: %o', async (options, message) => {
    await expect(openMemory(options)).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringMatching(message),
    });
  });

  it('shows its key, and ends its calls when it is closed', async () => {
    await using behind = await openBehind([]);
    const memory = await openMemory({ url: behind.proxy.url, key: 'secret' });
    await memory.facts.list();
    expect(behind.proxy.requests.at(-1)?.authorization).toBe('Bearer secret');
    await memory[Symbol.asyncDispose]();
    await expect(memory.facts.list()).rejects.toMatchObject({ type: 'cancelled' });
  });

  it.each([
    [{ timeoutMs: 0 }, /^timeoutMs: must be from 1 to 600000, got 0/],
    [{ idempotencyKey: 'a\u0000' }, /^idempotencyKey: /],
  ])('refuses a call by its option: %o', async (options, message) => {
    const memory = await openMemory({ url: 'http://127.0.0.1:9' });
    await expect(memory.facts.list({}, options)).rejects.toThrow(message);
  });
});
