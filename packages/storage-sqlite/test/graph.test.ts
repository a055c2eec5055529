import { systemClock } from '@agent-mem/contract';
import { describeGraph } from '@agent-mem/storage/contract-suite';
import { openSqliteGraph } from '../src/index.ts';
import { temporaryFile } from './temporary-file.ts';

describeGraph('SQLite', async () => {
  const temporary = await temporaryFile();
  return {
    store: openSqliteGraph(temporary.file, { clock: systemClock }),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
});

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
