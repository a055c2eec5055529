import { describeSearchIndex } from '@agent-mem/storage/contract-suite';
import { openSqliteSearchIndex } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';

describeSearchIndex('SQLite', async () => {
  const temporary = await temporaryFile();
  return {
    store: openSqliteSearchIndex(temporary.file),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
});

describeSearchIndex('SQLite that keeps nothing in memory', async () => {
  const temporary = await temporaryFile();
  return {
    store: openSqliteSearchIndex(temporary.file, { maxBytes: 0 }),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
});
