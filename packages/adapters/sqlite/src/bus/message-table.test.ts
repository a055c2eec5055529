import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deadLetterSubscription, deadLetterTopic, systemClock, type Topic, topicUrl } from '@agent-mem/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type EmbeddedFile, openEmbeddedFile } from '../file/index.ts';
import { openSqliteBus, type SqliteBus } from './index.ts';

const topic: Topic = { lane: 'event', name: 'conversation', persistent: true };

let directory: string;
let file: EmbeddedFile;
let bus: SqliteBus;
let received: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-enqueue-'));
  file = await openEmbeddedFile(directory);
  bus = await openSqliteBus(file, { clock: systemClock });
  received = [];
  await bus.subscribe(topic, { name: 'facts', type: 'key-shared' }, async ({ payload }) => {
    received.push(payload);
  });
});

afterEach(async () => {
  await bus[Symbol.asyncDispose]();
  await file[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

function rows(table: string): number {
  return Number(file.read(({ statement }) => statement(`SELECT count(*) AS count FROM ${table}`).get())?.count);
}

it('publishes with the transaction that commits, and not with the one that does not', async () => {
  const outcomes = await Promise.allSettled([
    file.write((transaction) => {
      bus.enqueue(transaction, topic, { payload: 'undone' });
      throw new Error('the record was refused');
    }),
    file.write((transaction) => bus.enqueue(transaction, topic, { payload: 'kept' })),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await bus.settled();
  expect(received).toEqual(['kept']);
});

it('publishes on a topic that is not persistent only after the commit', async () => {
  const replies: Topic = { lane: 'reply', name: 'client', persistent: false };
  await bus.subscribe(replies, { name: 'caller', type: 'exclusive' }, async ({ payload }) => {
    received.push(payload);
  });
  const rolledBack = file.write((transaction) => {
    bus.enqueue(transaction, replies, { payload: 'undone' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await file.write((transaction) => bus.enqueue(transaction, replies, { payload: 'told' }));
  await bus.settled();
  expect(received).toEqual(['told']);
});

it('leaves no row behind once every subscription has acknowledged', async () => {
  const hold = Promise.withResolvers<void>();
  await bus.subscribe(topic, { name: 'episodes', type: 'shared' }, () => hold.promise);
  await Promise.all(Array.from({ length: 50 }, (_, index) => bus.publish(topic, { payload: String(index), key: 'k' })));
  await expect.poll(() => received.length).toBe(50);
  await expect.poll(() => rows('bus_deliveries')).toBe(50);
  expect(rows('bus_messages')).toBe(50);
  hold.resolve();
  await bus.settled();
  expect([rows('bus_deliveries'), rows('bus_messages')]).toEqual([0, 0]);
});

it('leaves no row of what was dropped and purged, once no other subscription waits for it', async () => {
  const other: Topic = { ...topic, name: 'other' };
  for (const name of ['one', 'two']) await bus.ensureSubscription(other, name);
  for (const payload of ['dropped', 'purged']) await bus.publish(other, { payload });
  for (const [index, name] of ['one', 'two'].entries()) {
    const [first] = await bus.peek(other, name, 1);
    await bus.drop(other, name, [first?.id ?? '']);
    expect([rows('bus_deliveries'), rows('bus_messages')]).toEqual([3 - index, 2 - index]);
  }
  await bus.erasure?.purge(() => true);
  expect([rows('bus_deliveries'), rows('bus_messages')]).toEqual([0, 0]);
});

it('keeps nothing on a topic without a subscription', async () => {
  await bus.publish({ ...topic, name: 'nobody' }, { payload: 'x' });
  expect(rows('bus_messages')).toBe(0);
});

it('does not give a number twice, even when the file is empty again', async () => {
  const ids: string[] = [];
  await bus.subscribe(topic, { name: 'ids', type: 'shared' }, async ({ id }) => {
    ids.push(id);
  });
  await bus.publish(topic, { payload: 'one' });
  await bus.settled();
  await bus[Symbol.asyncDispose]();
  bus = await openSqliteBus(file, { clock: systemClock });
  await bus.subscribe(topic, { name: 'ids', type: 'shared' }, async ({ id }) => {
    ids.push(id);
  });
  await bus.publish(topic, { payload: 'two' });
  await expect.poll(() => ids.length).toBe(2);
  expect(new Set(ids).size).toBe(2);
});

it('is done with what was handled or buried when it is closed', async () => {
  const began = Promise.withResolvers<void>();
  await bus.ensureSubscription(topic, 'without a member');
  await bus.subscribe(topic, { name: 'failing', type: 'shared', maxAttempts: 1 }, async () => {
    began.resolve();
    throw new Error('no');
  });
  await bus.publish(topic, { payload: 'once' });
  await began.promise;
  await bus[Symbol.asyncDispose]();
  expect(received).toEqual(['once']);
  // What is left: the delivery that nobody took, and the dead letter.
  expect([rows('bus_deliveries'), rows('bus_messages')]).toEqual([2, 2]);
});

it('makes a dead letter of a message that is not what was published, and goes on with the others', async () => {
  const late: Topic = { ...topic, name: 'late' };
  await bus.ensureSubscription(late, 'facts');
  for (const payload of ['one', 'two', 'three']) await bus.publish(late, { payload });
  await file.write(({ statement }) => statement("UPDATE bus_messages SET payload = 'twO' WHERE payload = 'two'").run());
  await bus.subscribe(late, { name: 'facts', type: 'shared' }, async ({ payload }) => {
    received.push(payload);
  });
  await bus.settled();
  expect(received.sort()).toEqual(['one', 'three']);
  const [letter] = await bus.peek(deadLetterTopic(late, 'facts'), deadLetterSubscription, 10);
  expect(letter?.payload).toBe('twO');
  expect(JSON.stringify(letter?.properties)).toContain('damaged in the data file');
});

it('hands out nothing while nothing can be written, and all of it afterwards with its attempts uncounted', async () => {
  let isFull = true;
  let asked = 0;
  const full = async () => {
    asked += 1;
    throw new Error('the disk is full');
  };
  const writable = () => (isFull ? full() : null);
  await using second = await openSqliteBus({ ...file, writable }, { clock: systemClock });
  const attempts: number[] = [];
  const other: Topic = { ...topic, name: 'other' };
  await second.subscribe(other, { name: 'facts', type: 'shared' }, async ({ attempt }) => {
    attempts.push(attempt);
  });
  await second.publish(other, { payload: 'waits' });
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(attempts).toEqual([]);
  isFull = false;
  await expect.poll(() => attempts).toEqual([1]);
});

it('takes out nothing that it cannot write, and says so', async () => {
  let isFull = false;
  const write: EmbeddedFile['write'] = (...args) =>
    isFull ? Promise.reject(new Error('the disk is full')) : file.write(...args);
  await using second = await openSqliteBus({ ...file, write }, { clock: systemClock });
  const other: Topic = { ...topic, name: 'other' };
  await second.ensureSubscription(other, 'facts');
  await second.publish(other, { payload: 'waits' });
  const waiting = await second.peek(other, 'facts', 10);
  isFull = true;
  await expect(second.drop(other, 'facts', [waiting[0]?.id ?? ''])).rejects.toThrow('the disk is full');
  await expect(second.erasure?.purge(() => true)).rejects.toThrow('the disk is full');
  expect(await second.peek(other, 'facts', 10)).toEqual(waiting);
  await expect(second.erasure?.forget(other, 'facts')).rejects.toThrow('the disk is full');
  isFull = false;
  expect(await second.peek(other, 'facts', 10)).toEqual(waiting);
  await second.publish(other, { payload: 'waits too' });
  expect(await second.peek(other, 'facts', 10)).toHaveLength(2);
  await second.erasure?.forget(other, 'facts');
  expect(
    file.read(({ statement }) => statement('SELECT name FROM bus_subscriptions WHERE topic = ?').all(topicUrl(other))),
  ).toEqual([]);
});

it('a message that was dropped for one subscription at the second try waits for the other', async () => {
  for (const name of ['dropped', 'later'])
    await (await bus.subscribe(topic, { name, type: 'key-shared' }, async () => {}))[Symbol.asyncDispose]();
  await bus.publish(topic, { payload: 'one' });
  await bus.settled();
  const ids = (await bus.peek(topic, 'dropped', 1)).map(({ id }) => id);
  vi.spyOn(file, 'write').mockRejectedValueOnce(new Error('the disk is full'));
  await expect(bus.drop(topic, 'dropped', ids)).rejects.toThrow('the disk is full');
  expect(await bus.drop(topic, 'dropped', ids)).toBe(1);
  expect(await bus.peek(topic, 'later', 1)).toMatchObject([{ payload: 'one' }]);
});
