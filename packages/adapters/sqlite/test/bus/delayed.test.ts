import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Topic } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { openSqliteBus, type SqliteBus } from '../../src/bus/index.ts';
import { openEmbeddedFile } from '../../src/file/index.ts';

const topic: Topic = { lane: 'command', name: 'work', persistent: true };
const minuteMs = 60_000;

/** Uses the bus of a directory so many milliseconds from now. */
async function opened(directory: string, laterMs: number, use: (bus: SqliteBus) => Promise<void>): Promise<void> {
  const clock = { ...systemClock, now: () => systemClock.now() + laterMs };
  await using file = await openEmbeddedFile(directory);
  await using bus = await openSqliteBus(file, { clock });
  await use(bus);
}

it('a delayed message waits for its time over a restart, and holds up nobody', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'agent-mem-delayed-'));
  const came: string[] = [];
  const listen = (bus: SqliteBus) =>
    bus.subscribe(topic, { name: 'worker', type: 'key-shared' }, async ({ payload }) => {
      came.push(payload);
    });
  await opened(directory, 0, async (bus) => {
    await bus.ensureSubscription(topic, 'worker');
    await bus.publish(topic, { payload: 'in an hour', key: 'k', deliverAfterMs: 60 * minuteMs });
  });
  await opened(directory, 59 * minuteMs, async (bus) => {
    await listen(bus);
    await bus.publish(topic, { payload: 'now', key: 'k' });
    await expect.poll(() => came).toEqual(['now']);
    expect((await bus.peek(topic, 'worker', 10)).map(({ payload }) => payload)).toEqual(['in an hour']);
  });
  await opened(directory, 60 * minuteMs, async (bus) => {
    await listen(bus);
    await bus.settled();
  });
  expect(came).toEqual(['now', 'in an hour']);
  await rm(directory, { recursive: true });
});
