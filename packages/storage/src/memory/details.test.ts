import { describeDetails } from '../contract-suite/index.ts';
import { createMemoryDetails } from './details.ts';

describeDetails('the memory double', async () => ({
  store: createMemoryDetails(),
  [Symbol.asyncDispose]: async () => {},
}));
