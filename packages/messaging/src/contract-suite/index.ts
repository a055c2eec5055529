/** The promises of the ports Bus and Topics as tests: every adapter passes all of its port's. */

import { afterEach, beforeEach, describe } from 'vitest';
import { describeDeadLetters } from './dead-letters.ts';
import { describeDelivery } from './delivery.ts';
import { describeKeys } from './keys.ts';
import { describeMembers } from './members.ts';
import { describeMessages } from './messages.ts';
import type { OpenedBus } from './probe.ts';
import { describeWaiting } from './waiting.ts';

export { durableBus } from './durable-bus.ts';
export { describeTopics } from './topics.ts';
export type { OpenedBus };

/** Runs the contract of the port on a bus; `open` is called for each test. */
export function describeBus(name: string, open: () => Promise<OpenedBus>): void {
  describe(name, () => {
    let current: OpenedBus | null = null;
    const opened = (): OpenedBus => {
      if (!current) throw new Error('The bus is open only while a test runs');
      return current;
    };
    beforeEach(async () => {
      current = await open();
    });
    afterEach(async () => {
      await current?.dispose();
      current = null;
    });
    describeDelivery(opened);
    describeMembers(opened);
    describeKeys(opened);
    describeDeadLetters(opened);
    describeMessages(opened);
    describeWaiting(opened);
  });
}
