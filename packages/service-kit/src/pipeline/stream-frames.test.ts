import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperationError } from '@agent-mem/contract';
import type { Reply } from '@agent-mem/messaging';
import { incoming, loneService, repliesTo } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { defineService, type Handler } from '../service.ts';
import { streamFrames } from './stream-frames.ts';

type Invoke = Handler<'agent', 'invoke', object>;

function agentWith(invoke: Invoke) {
  return loneService(defineService({ name: 'agent', owns: [], variables: {}, handlers: { invoke }, journaled: ['invoke'] }));
}

const ask = { invoke: { question: 'Who likes tea?' } };
const signal = new AbortController().signal;
const asTheyAre = (frame: object) => frame;

test('frames are numbered from 0 and the last one says so', async () => {
  const { dispatch } = agentWith(async function* () {
    yield { type: 'thought', content: 'hm' };
    yield { type: 'answer', content: 'Anne', answer: 'Anne', end_of_dialog: true };
  });
  const replies = await repliesTo(dispatch, incoming(ask));
  expect(replies).toMatchObject([
    { invoke: { type: 'thought', end_of_dialog: false }, error: null, sequence: 0, end: false },
    { invoke: { type: 'answer', answer: 'Anne', receipt: null }, error: null, sequence: 1, end: true },
  ]);
});

test('an error in the middle is the last frame', async () => {
  const { dispatch } = agentWith(async function* () {
    yield { type: 'thought', content: 'hm' };
    throw new OperationError('unavailable', 'The model is away');
  });
  const replies = await repliesTo(dispatch, incoming(ask));
  expect(replies[1]).toEqual({
    error: { type: 'unavailable', message: 'The model is away', retryable: true },
  });
});

test('a refused stream is one last frame', async () => {
  const { dispatch } = agentWith(async function* () {});
  const replies = await repliesTo(dispatch, incoming({ invoke: {} }));
  expect(replies).toMatchObject([{ error: { type: 'invalid-argument' } }]);
});

test('a stream that ends without its last frame is an error', async () => {
  const { dispatch } = agentWith(async function* () {
    yield { type: 'thought', content: 'hm' };
  });
  const replies = await repliesTo(dispatch, incoming(ask));
  expect(replies.at(-1)).toMatchObject({ error: { type: 'internal' } });
});

test('frames go out as they come', async () => {
  const gate = Promise.withResolvers<void>();
  const { dispatch } = agentWith(async function* () {
    yield { type: 'thought', content: 'hm' };
    await gate.promise;
    yield { type: 'answer', content: '', end_of_dialog: true };
  });
  const sent: Reply[] = [];
  const answered = dispatch(incoming(ask), (reply) => void sent.push(reply));
  await vi.waitFor(() => expect(sent).toMatchObject([{ sequence: 0 }]));
  gate.resolve();
  await answered;
  expect(sent.at(-1)).toMatchObject({ sequence: 1, end: true });
});

test('the next frame is made when the caller may be sent more', async () => {
  let made = 0;
  const { dispatch } = agentWith(async function* () {
    while (made < 10) yield { type: 'thought', content: String(made++) };
  });
  const leave = new AbortController();
  const answered = dispatch(incoming(ask, { signal: leave.signal, transport: 'local' }), () => new Promise(() => undefined));
  await vi.waitFor(() => expect(made).toBeGreaterThan(0));
  await nextTurn();
  leave.abort();
  await expect(answered).rejects.toMatchObject({ type: 'cancelled' });
  expect(made).toBe(1);
});

test('frames that do not say whether they are the last wait for the next', async () => {
  const pieces = async function* () {
    yield { piece: 1 };
    yield { piece: 2 };
  };
  expect(await Array.fromAsync(streamFrames(pieces(), asTheyAre, signal))).toEqual([
    { frame: { piece: 1 }, end: false },
    { frame: { piece: 2 }, end: true },
  ]);
});

test('a frame that waits still goes out before an error', async () => {
  const pieces = async function* () {
    yield { piece: 1 };
    throw new Error('torn');
  };
  const frames = streamFrames(pieces(), asTheyAre, signal);
  expect(await frames.next()).toMatchObject({ value: { frame: { piece: 1 }, end: false } });
  await expect(frames.next()).rejects.toThrow('torn');
});

test('a stream that hangs ends with the signal’s reason', async () => {
  const abort = new AbortController();
  const hanging = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<never>(() => undefined),
      return: async () => ({ done: true as const, value: undefined }),
    }),
  };
  const frames = Array.fromAsync(streamFrames(hanging, asTheyAre, abort.signal));
  abort.abort(new OperationError('cancelled', 'enough'));
  await expect(frames).rejects.toMatchObject({ type: 'cancelled' });
});

test('a stream that another process goes on with ends without a last frame, and without an error', async () => {
  const { dispatch } = agentWith(async function* (_request, { handedOn }) {
    yield { type: 'thought', content: 'hm' };
    handedOn();
  });
  expect(await repliesTo(dispatch, incoming(ask))).toMatchObject([{ invoke: { type: 'thought' }, sequence: 0, end: false }]);
});
