import { describeKeyValue } from '@agent-mem/storage/contract-suite';
import { turnedClock } from '@agent-mem/testing';
import { openSqliteKeyValue } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';

describeKeyValue('SQLite', async () => {
  const temporary = await temporaryFile();
  const clock = turnedClock();
  return {
    store: openSqliteKeyValue(temporary.file, { clock }),
    passTime: (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
});
