/** Handles the messages of the directory given as argument; one of them ends the process. */

import { systemClock } from '@agent-mem/contract';
import { openSqliteBus } from '../../src/bus/index.ts';
import { openEmbeddedFile } from '../../src/file/index.ts';

const file = await openEmbeddedFile(process.argv[2] ?? '');
const bus = await openSqliteBus(file, { clock: systemClock });
const work = { lane: 'command', name: 'work', persistent: true } as const;
await bus.subscribe(work, { name: 'worker', type: 'shared', maxAttempts: 3 }, async ({ payload }) => {
  if (payload === 'poison') process.kill(process.pid, 'SIGKILL');
});
await bus.settled();
await bus[Symbol.asyncDispose]();
await file[Symbol.asyncDispose]();
