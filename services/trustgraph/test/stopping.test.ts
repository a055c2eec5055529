import { createMemoryKeyValue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, type FlowWorldOptions, final, says, spoken, startFlowWorld } from './flow-world.ts';

const stopping = 'error The agent is stopping; ask again!';

describe('an agent in a flow whose process stops', () => {
  let clock: ReturnType<typeof turnedClock>;
  let keyValue: ReturnType<typeof createMemoryKeyValue>;
  /** Holds the tool's answer back. */
  let answer: PromiseWithResolvers<string>;
  beforeEach(() => {
    clock = turnedClock();
    keyValue = createMemoryKeyValue({ clock });
    answer = Promise.withResolvers();
  });

  const start = (options: FlowWorldOptions = {}) => {
    const slow = { name: 'kb', description: 'd', arguments: [], run: () => answer.promise };
    const model: FlowWorldOptions['model'] = ({ history }) => ((history as unknown[] | undefined)?.length ? final : act);
    return startFlowWorld({ clock, keyValue, tools: {}, ownTools: [slow as never], model, ...options });
  };
  const other = (options: FlowWorldOptions = {}) => startFlowWorld({ clock, keyValue, model: () => final, ...options });
  const asking = async (world: Awaited<ReturnType<typeof start>>, ...ids: readonly string[]) => {
    for (const id of ids) await world.send({ question: `What is ${id}?` }, id);
    await vi.waitFor(() => expect(world.asked).toHaveLength(Math.min(ids.length, 16)));
    await expect.poll(left).toBe(ids.length);
  };
  const left = async () => (await Array.fromAsync(keyValue.entries('agent/dialogue/'))).length;
  const lastFrames = (world: Awaited<ReturnType<typeof start>>, id?: string) =>
    world.frames(id).filter(({ end_of_dialog }) => end_of_dialog);
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `q${from + index}`);

  it('leaves at once to another instance what waits, and goes on with what is in work, under its lease', async () => {
    await using world = await start();
    await asking(world, ...ids(0, 18));
    const stopped = world.stop();
    await using heir = await other();
    await vi.waitFor(async () => {
      await clock.advance(500);
      expect(lastFrames(heir)).toHaveLength(2);
    });
    // Longer than a lease lasts: what is in work is not taken up meanwhile.
    for (let seconds = 0; seconds < 30; seconds += 1) await clock.advance(1_000);
    expect(lastFrames(heir)).toHaveLength(2);
    expect(world.frames('q16').concat(world.frames('q17'))).toEqual([]);
    answer.resolve('Paris');
    await stopped;
    // Their next steps went to the queue.
    expect(world.nexts().map(({ history }) => history.length)).toEqual(Array.from({ length: 16 }, () => 1));
    expect(lastFrames(world)).toEqual([]);
    expect(await left()).toBe(16);
  });

  it('leaves what is in work when its time is over, without a last frame, to another instance, which takes it up at once', async () => {
    await using world = await start();
    await asking(world, 'q1');
    const stopped = world.stop();
    world.interrupt();
    await stopped;
    answer.resolve('Paris');
    await using heir = await other();
    await vi.waitFor(() => expect(lastFrames(heir, 'q1')).toMatchObject([{ content: 'Paris' }]));
    await expect.poll(left).toBe(0);
    expect(lastFrames(world)).toEqual([]);
    expect(spoken(world.frames('q1')).filter((text) => text.startsWith('observation'))).toEqual([]);
  });

  it('is no sign that a question ends its process: it is taken up after any number of stops', async () => {
    for (let stop = 0; stop < 6; stop += 1) {
      await using world = await start();
      if (stop === 0) await world.send({ question: 'What?' }, 'q1');
      await vi.waitFor(() => expect(world.asked).toHaveLength(1));
      world.interrupt();
      await world.stop();
    }
    await using heir = await other();
    await vi.waitFor(() => expect(lastFrames(heir, 'q1')).toMatchObject([{ content: 'Paris' }]));
  });

  it('without other instances works on, next steps and what waits too, and leaves the rest to its next start', async () => {
    await using world = await start({ leftTo: 'next-start', services: { 'graph-rag': says('Paris') } });
    await asking(world, ...ids(0, 18));
    const stopped = world.stop();
    await vi.waitFor(() => expect(world.topics.subscriptions('non-persistent://tg/request/agent:w:f')).toEqual([]));
    answer.resolve('Paris');
    await stopped;
    expect(lastFrames(world).map(({ content }) => content)).toEqual(Array.from({ length: 18 }, () => 'Paris'));
    expect(await left()).toBe(0);

    answer = Promise.withResolvers();
    await using again = await start({ leftTo: 'next-start' });
    await asking(again, 'q18');
    again.interrupt();
    await again.stop();
    expect(lastFrames(again)).toEqual([]);
    await using next = await other({ leftTo: 'next-start' });
    await vi.waitFor(() => expect(lastFrames(next, 'q18')).toMatchObject([{ content: 'Paris' }]));
  });

  it('ends by an error what nobody would take up, once its time is over', async () => {
    await using world = await start({ leftTo: 'nobody' });
    await asking(world, ...ids(0, 18));
    const stopped = world.stop();
    await vi.waitFor(() => expect(world.topics.subscriptions('non-persistent://tg/request/agent:w:f')).toEqual([]));
    expect(lastFrames(world)).toEqual([]);
    world.interrupt();
    await stopped;
    expect(ids(0, 18).map((id) => spoken(world.frames(id)).filter((text) => text.endsWith('!')))).toEqual(
      Array.from({ length: 18 }, () => [stopping]),
    );
    expect(await left()).toBe(0);
  });

  it('ends by an error what is in work when its flow stops', async () => {
    await using world = await start();
    await asking(world, 'q1');
    delete world.store.w?.['processor:agent-mem'];
    await world.poke('processor:agent-mem');
    await vi.waitFor(() =>
      expect(spoken(world.frames('q1')).at(-1)).toBe('error The flow w/f has stopped; ask again when it runs!'),
    );
    await expect.poll(left).toBe(0);
  });
});
