import { describeBus } from '../contract-suite/index.ts';
import { createMemoryBus } from './memory-bus.ts';

describeBus('the bus in memory', async () => {
  const bus = createMemoryBus();
  return { bus, dispose: () => bus[Symbol.asyncDispose]() };
});
