import { describeSearchIndex } from '../contract-suite/index.ts';
import { createMemorySearchIndex } from './search-index.ts';

describeSearchIndex('the memory double', async () => ({
  store: createMemorySearchIndex(),
  [Symbol.asyncDispose]: async () => {},
}));
