import type { Availability } from '../../test/live/live.ts';

/** The real thing. Throws a sentence that says how to get it where it is missing. */
export function needed<Thing>(name: string, found: Availability<Thing>): Thing {
  if ('missing' in found) throw new Error(`${name} is needed: ${found.missing}`);
  return found.thing;
}
