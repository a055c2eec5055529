import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deadLetterSubscription, deadLetterTopic, systemClock, type Topic } from '@agent-mem/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteBus, type SqliteBus } from '../../src/bus/index.ts';
import { type EmbeddedFile, openEmbeddedFile } from '../../src/file/index.ts';

const work: Topic = { lane: 'command', name: 'work', persistent: true };
const easy: Topic = { lane: 'command', name: 'easy', persistent: true };

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-crash-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

function run(program: string) {
  return spawn(process.execPath, [join(import.meta.dirname, program), directory], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function opened(use: (bus: SqliteBus, file: EmbeddedFile) => Promise<void>): Promise<void> {
  await using file = await openEmbeddedFile(directory);
  await using bus = await openSqliteBus(file, { clock: systemClock });
  await use(bus, file);
}

/** Everything a subscription still has to give. */
async function drained(bus: SqliteBus, topic: Topic, name: string): Promise<string[]> {
  const payloads: string[] = [];
  await bus.subscribe(topic, { name, type: 'key-shared' }, async ({ payload }) => {
    payloads.push(payload);
  });
  await bus.settled();
  return payloads;
}

describe('after kill -9', () => {
  it.each([40, 400, 1_500])(
    'when %i lines were told, every publish that resolved is delivered, in order, and nothing else',
    async (lines) => {
      const child = run('publish-until-killed.ts');
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.split('\n').length > lines) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const whole = output.slice(0, output.lastIndexOf('\n')).split('\n');
      const numbers = (kind: string) => whole.filter((line) => line.startsWith(kind)).map((line) => Number(line.slice(2)));
      const published = numbers('p ');
      const acknowledged = numbers('a ');
      expect(published.length).toBeGreaterThan(10);
      await opened(async (bus, file) => {
        const delivered = (await drained(bus, work, 'worker')).map(Number);
        // What was on its way when the kill came may be there too: at most one round of eight.
        const came = new Set(delivered);
        expect(published.filter((number) => !came.has(number))).toEqual([]);
        // What was on its way when the kill came may be there too: at most one round of eight.
        expect(delivered.length).toBeLessThanOrEqual(published.length + 8);
        expect(came.size).toBe(delivered.length);
        for (const key of [0, 1, 2, 3]) {
          const ofKey = delivered.filter((number) => number % 4 === key);
          expect(ofKey).toEqual(ofKey.toSorted((a, b) => a - b));
        }
        const again = (await drained(bus, easy, 'worker')).map(Number);
        expect(again.filter((number) => acknowledged.includes(number))).toEqual([]);
        expect(again.length).toBeLessThanOrEqual(1);
        await bus.settled();
        expect(file.read(({ statement }) => statement('SELECT count(*) AS count FROM bus_messages').get())).toEqual({ count: 0 });
      });
    },
  );

  it('a message that ends the process each time becomes a dead letter, and takes no other along', async () => {
    await opened(async (bus) => {
      await bus.ensureSubscription(work, 'worker');
      for (const payload of ['before', 'poison', 'after', 'last']) await bus.publish(work, { payload });
    });
    const ends: (NodeJS.Signals | null)[] = [];
    while (ends.length < 10 && ends.at(-1) !== null) {
      const child = run('crash-on-delivery.ts');
      const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      ends.push(signal);
    }
    expect(ends.at(-1)).toBeNull();
    expect(ends.length).toBeLessThanOrEqual(5);
    await opened(async (bus) => {
      const deadLetters = deadLetterTopic(work, 'worker');
      expect(await drained(bus, deadLetters, deadLetterSubscription)).toEqual(['poison']);
      expect(await drained(bus, work, 'worker')).toEqual([]);
    });
  });
});
