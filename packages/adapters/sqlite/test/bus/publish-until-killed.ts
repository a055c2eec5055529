/**
 * Publishes to the bus of the directory given as argument on one topic, and publishes and handles on another, until it is killed.
 * Tells each publish that resolved ("p 7") and each message handled and acknowledged on disk ("a 6").
 */

import { writeSync } from 'node:fs';
import { systemClock } from '@agent-mem/contract';
import { openSqliteBus } from '../../src/bus/index.ts';
import { openEmbeddedFile } from '../../src/file/index.ts';

const file = await openEmbeddedFile(process.argv[2] ?? '');
const bus = await openSqliteBus(file, { clock: systemClock });
const work = { lane: 'command', name: 'work', persistent: true } as const;
const easy = { lane: 'command', name: 'easy', persistent: true } as const;
await bus.ensureSubscription(work, 'worker');
await bus.subscribe(easy, { name: 'worker', type: 'shared' }, async () => {});

for (let first = 0; ; first += 8) {
  const numbers = Array.from({ length: 8 }, (_, index) => String(first + index));
  await Promise.all(
    numbers.map(async (payload) => {
      await bus.publish(work, { payload, key: `k${Number(payload) % 4}` });
      writeSync(1, `p ${payload}\n`);
    }),
  );
  await bus.publish(easy, { payload: String(first) });
  await bus.settled();
  writeSync(1, `a ${first}\n`);
}
