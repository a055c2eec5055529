import { OperationError } from '@agent-mem/contract';
import { createMemoryTopics, type MemoryTopics } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flag, nullable, text } from './field.ts';
import { wireError } from './messages/error.ts';
import { Requester } from './requester.ts';
import { wireMessage } from './wire-message.ts';

const question = wireMessage('Question', { text: text() });
const reply = wireMessage('Reply', { error: nullable(wireError), text: text(), end: flag() });
const queues = { request: 'request:tg:echo:w:f', response: 'response:tg:echo:w:f' };
const requests = 'non-persistent://tg/request/echo:w:f';
const responses = 'non-persistent://tg/response/echo:w:f';
const exchange = {
  service: 'echo',
  request: question,
  response: reply,
  isLast: ({ end }: { end: boolean }) => end,
  idleMs: 1_000,
};

describe('Requester', () => {
  let topics: MemoryTopics;
  let clock: ReturnType<typeof turnedClock>;
  const open = () => Requester.open({ topics, clock }, queues, exchange);
  /** Answers every request with these payloads, under its id; tells the requests. */
  async function answering(...payloads: readonly string[]) {
    const producer = await topics.produce(responses);
    const asked: { id: string | undefined; payload: string }[] = [];
    await topics.consume(requests, { subscription: 'echo', type: 'shared' }, ({ properties, payload }) => {
      asked.push({ id: properties.id, payload });
      for (const answer of payloads) void producer.send({ payload: answer, properties });
    });
    return asked;
  }
  beforeEach(() => {
    topics = createMemoryTopics();
    clock = turnedClock();
  });

  it('listens for answers on a subscription of its own before it asks', async () => {
    await using _requester = await open();
    expect(topics.subscriptions(responses)).toEqual([expect.stringMatching(/^rr-[0-9a-f]{12}$/)]);
  });

  it('asks under an id and gives the answers up to the last', async () => {
    const asked = await answering('{"text":"a"}', '{"text":"b","end":true}', '{"text":"late"}');
    await using requester = await open();
    const answers = await Array.fromAsync(requester.stream({ text: 'hi' }));
    expect(answers.map((answer) => answer.text)).toEqual(['a', 'b']);
    expect(asked).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), payload: '{"text":"hi"}' }]);
    expect(clock.sleepers).toBe(0);
  });

  it('passes over answers to others, and keeps its own apart', async () => {
    const producer = await topics.produce(responses);
    const asked: string[] = [];
    await topics.consume(requests, { subscription: 'echo', type: 'shared' }, ({ properties, payload }) => {
      asked.push(properties.id ?? '');
      void producer.send({ payload: '{"text":"another’s","end":true}', properties: { id: 'other' } });
      void producer.send({ payload: '{"text":"nobody’s","end":true}', properties: {} });
      void producer.send({ payload: JSON.stringify({ ...JSON.parse(payload), end: true }), properties });
    });
    await using requester = await open();
    const answers = await Promise.all(['one', 'two'].map((text) => requester.ask({ text })));
    expect(answers.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(new Set(asked).size).toBe(2);
  });

  it.each([
    ['bad-operation', 'unimplemented', false],
    ['no-configuration', 'failed-precondition', false],
    ['llm-error', 'unavailable', true],
    ['graph-rag-error', 'internal', false],
  ])('throws the error %s as %s, in the service’s words', async (type, ours, retryable) => {
    await answering(JSON.stringify({ error: { type, message: 'boom' }, text: null }));
    await using requester = await open();
    const refusal = requester.ask({});
    await expect(refusal).rejects.toBeInstanceOf(OperationError);
    await expect(refusal).rejects.toMatchObject({ type: ours, message: 'boom', retryable, cause: { service: 'echo', type } });
  });

  it('takes an empty object for an error, as TrustGraph does', async () => {
    await answering('{"error":{},"text":"x","end":true}');
    await using requester = await open();
    await expect(requester.ask({})).rejects.toMatchObject({ type: 'internal', message: 'echo failed and does not say why' });
  });

  it('names what is malformed in an answer', async () => {
    await answering('{"text":5}');
    await using requester = await open();
    await expect(requester.ask({})).rejects.toThrow('Reply.text: must be a string, got 5');
  });

  it('gives up after silence, before the first answer and after one', async () => {
    await answering('{"text":"a"}');
    await using requester = await open();
    const got: string[] = [];
    const done = (async () => {
      for await (const { text } of requester.stream({})) got.push(text);
    })();
    const refusal = expect(done).rejects.toMatchObject({ type: 'deadline-exceeded', message: 'echo: no answer within 1000 ms' });
    await vi.waitFor(() => expect(got).toEqual(['a']));
    await clock.advance(1_000);
    await refusal;
  });

  it('waits no longer than the deadline', async () => {
    await using requester = await open();
    const refusal = expect(requester.ask({}, { deadline: clock.now() + 50, attempts: 5 })).rejects.toThrow('within 50 ms');
    await clock.advance(50);
    await refusal;
    expect(topics.sent).toHaveLength(1);
  });

  it('asks again under another id after silence, as often as it was told', async () => {
    await using requester = await open();
    const refusal = expect(requester.ask({}, { attempts: 3 })).rejects.toMatchObject({ type: 'deadline-exceeded' });
    await clock.advance(3_000);
    await refusal;
    expect(new Set(topics.sent.map(({ properties }) => properties.id)).size).toBe(3);
  });

  it('does not ask again when there was an answer, or an error', async () => {
    const asked = await answering('{"error":{"type":"llm-error","message":"no"}}');
    await using requester = await open();
    await expect(requester.ask({}, { attempts: 3 })).rejects.toThrow('no');
    expect(asked).toHaveLength(1);
  });

  it('ends by its signal, and when it is disposed', async () => {
    const requester = await open();
    const stop = new AbortController();
    const aborted = expect(requester.ask({}, { signal: stop.signal })).rejects.toThrow('enough');
    const disposed = expect(requester.ask({})).rejects.toThrow('echo: the flow has stopped');
    stop.abort(new Error('enough'));
    await aborted;
    await requester[Symbol.asyncDispose]();
    await disposed;
    expect(topics.subscriptions(responses)).toEqual([]);
    await expect(requester.ask({}, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });
});
