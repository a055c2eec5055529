import type { Bus } from '../bus.ts';
import type { OpenedBus } from './probe.ts';

/** A bus that the suite can close and open again, with what it had. */
export async function durableBus(open: () => Promise<Bus>): Promise<OpenedBus> {
  let bus = await open();
  return {
    bus,
    async reopen() {
      await bus[Symbol.asyncDispose]();
      bus = await open();
      return bus;
    },
    dispose: () => bus[Symbol.asyncDispose](),
  };
}
