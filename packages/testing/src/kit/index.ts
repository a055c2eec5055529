/** Doubles for tests of the kit and of the packages below it. */

export { claimingAll, eventOf, incoming, loneService, memoryPorts, recordedLog, repliesTo, scope } from './doubles.ts';
export { hosting } from './hosting.ts';
export { notesService } from './notes.ts';
