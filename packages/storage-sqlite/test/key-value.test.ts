import { type Clock, systemClock } from '@agent-mem/contract';
import { describeKeyValue } from '@agent-mem/storage/contract-suite';
import { openSqliteKeyValue } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';

describeKeyValue('SQLite', async () => {
  const temporary = await temporaryFile();
  let now = 1_780_000_000_000;
  const clock: Clock = { now: () => now, sleep: systemClock.sleep };
  return {
    store: openSqliteKeyValue(temporary.file, { clock }),
    async passTime(ms) {
      now += ms;
    },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
});
