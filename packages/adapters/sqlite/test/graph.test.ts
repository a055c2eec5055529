import { systemClock } from '@agent-mem/contract';
import { describeGraph, describeGraphArchive } from '@agent-mem/storage/contract-suite';
import { openSqliteGraph } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';

async function opened() {
  const temporary = await temporaryFile();
  return {
    store: openSqliteGraph(temporary.file, { clock: systemClock }),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}

describeGraph('SQLite', opened);
describeGraphArchive('SQLite', opened);

describeGraph(
  'SQLite that publishes in its commit',
  async () => {
    const temporary = await temporaryFile();
    return {
      store: openSqliteGraph(temporary.file, { clock: systemClock, publish: () => {} }),
      [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
    };
  },
  { outbox: false },
);
