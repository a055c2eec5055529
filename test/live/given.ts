import { beforeAll } from 'vitest';

/**
 * A function that returns the thing to the hooks and tests of the suite being collected. It throws while tests are collected,
 * also on a machine that has the thing: a file that needs it to be collected would fail on every machine that has not.
 */
export function givenToTests<Thing>(name: string, thing: () => Thing): () => Thing {
  let isCollected = false;
  // The first hook of the suite, so that its other hooks may ask.
  beforeAll(() => {
    isCollected = true;
  });
  return () => {
    if (isCollected) return thing();
    throw new Error(`${name}: use it in hooks and tests only; a machine without it collects the tests too`);
  };
}
