import type { TestFleet, TestFleetOptions } from '@agent-mem/testing';

/** What bus and stores are made of: every scenario holds on each. */
export interface World {
  /** Starts a fleet on it, one at a time. */
  start(options?: TestFleetOptions): Promise<TestFleet>;
  /** What is remembered outlives the fleet. */
  readonly isDurable: boolean;
  /** Time passes when the fleet's clock is turned. Not where servers have clocks of their own. */
  readonly isTurned: boolean;
}
