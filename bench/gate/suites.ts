import { episodesSuite, factsSuite } from '../facts/suite.ts';
import { locomoSuite } from '../locomo/suite.ts';
import type { Suite } from './suite.ts';

/** The suites whose data are here. */
export function suites(): readonly Suite[] {
  return [factsSuite, episodesSuite, ...(locomoSuite ? [locomoSuite] : [])];
}
