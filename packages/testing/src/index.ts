/** What tests need to run the fleet: one in this process, a clock to turn, a directory that goes away. */

export { type TurnedClock, turnedClock } from './turned-clock.ts';
