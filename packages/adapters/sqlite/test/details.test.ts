import { join } from 'node:path';
import { describeDetails } from '@agent-mem/storage/contract-suite';
import { openSqliteDetails } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';

describeDetails('SQLite', async () => {
  const temporary = await temporaryFile();
  return {
    store: openSqliteDetails(temporary.file, { directory: join(temporary.directory, 'details') }),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
});
