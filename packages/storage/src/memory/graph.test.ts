import { systemClock } from '@agent-mem/contract';
import { describeGraph, describeGraphArchive } from '../contract-suite/index.ts';
import { createMemoryGraph } from './graph.ts';

const opened = async () => ({
  store: createMemoryGraph({ clock: systemClock }),
  [Symbol.asyncDispose]: async () => {},
});

describeGraph('the memory double', opened);
describeGraphArchive('the memory double', opened);
