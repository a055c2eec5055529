/** What tests need to run the fleet: one in this process, a clock to turn, a directory that goes away. */

export { invoke } from './invoke.ts';
export { startFleet, type TestFleet, type TestFleetOptions } from './start-fleet.ts';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';
export { type TurnedClock, turnedClock } from './turned-clock.ts';
