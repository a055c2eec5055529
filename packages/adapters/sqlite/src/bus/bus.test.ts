import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@agent-mem/contract';
import { describeBus } from '@agent-mem/messaging/contract-suite';
import { openEmbeddedFile } from '../file/index.ts';
import { openSqliteBus } from './bus.ts';

describeBus('the bus in the embedded file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'agent-mem-bus-'));
  let file = await openEmbeddedFile(directory);
  let bus = await openSqliteBus(file, { clock: systemClock });
  const close = async () => {
    await bus[Symbol.asyncDispose]();
    await file[Symbol.asyncDispose]();
  };
  return {
    bus,
    async reopen() {
      await close();
      file = await openEmbeddedFile(directory);
      bus = await openSqliteBus(file, { clock: systemClock });
      return bus;
    },
    async dispose() {
      await close();
      await rm(directory, { recursive: true });
    },
  };
});
