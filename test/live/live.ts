import { describe } from 'vitest';
import { givenToTests } from './given.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Set on suites that need a real thing; the closing table is made of it. */
    live?: { readonly name: string; readonly missing: string | null };
  }
}

/** Something of the machine that a test needs and cannot bring along: a server, a stock client, a model. */
export type Availability<Thing> =
  | { readonly thing: Thing }
  | {
      readonly missing: string;
      /** `REQUIRE_LIVE` does not require it: only for what a machine may be unable to get at all, by no fault of its own. */
      readonly isOptional?: true;
    };

/**
 * Describes tests that need a real thing; `given` returns it to their hooks and tests, and throws while they are collected.
 * Where it cannot be had they are skipped and the closing table says why; with `REQUIRE_LIVE=1` that is a failure, unless it is optional.
 * A test that fails gets a second attempt, as real things on a busy machine are late at times; the closing table names those that needed it.
 */
export function describeLive<Thing>(name: string, found: Availability<Thing>, tests: (given: () => Thing) => void): void {
  if ('thing' in found) {
    describe(name, { meta: { live: { name, missing: null } }, retry: 1 }, () => tests(givenToTests(name, () => found.thing)));
    return;
  }
  const { missing } = found;
  if (process.env.REQUIRE_LIVE === '1' && !found.isOptional)
    throw new Error(`${name} is required by REQUIRE_LIVE and missing: ${missing}`);
  describe.skip(name, { meta: { live: { name, missing } } }, () =>
    tests(
      givenToTests(name, () => {
        throw new Error(missing);
      }),
    ),
  );
}
