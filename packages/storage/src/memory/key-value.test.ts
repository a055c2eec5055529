import { turnedClock } from '@agent-mem/testing';
import { describeKeyValue } from '../contract-suite/index.ts';
import { createMemoryKeyValue } from './key-value.ts';

describeKeyValue('the memory double', async () => {
  const clock = turnedClock();
  return {
    store: createMemoryKeyValue({ clock }),
    passTime: (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: async () => {},
  };
});
