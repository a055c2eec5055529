import { systemClock } from '@agent-mem/contract';
import { describeGraph } from '../contract-suite/index.ts';
import { createMemoryGraph } from './graph.ts';

describeGraph('the memory double', async () => ({
  store: createMemoryGraph({ clock: systemClock }),
  [Symbol.asyncDispose]: async () => {},
}));
