import { type Clock, systemClock } from '@agent-mem/contract';
import { describeKeyValue } from '../contract-suite/index.ts';
import { createMemoryKeyValue } from './key-value.ts';

describeKeyValue('the memory double', async () => {
  let now = 1_780_000_000_000;
  const clock: Clock = { now: () => now, sleep: systemClock.sleep };
  return {
    store: createMemoryKeyValue({ clock }),
    async passTime(ms) {
      now += ms;
    },
    [Symbol.asyncDispose]: async () => {},
  };
});
