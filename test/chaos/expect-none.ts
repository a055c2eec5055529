import { expect } from 'vitest';

/** Fails with the first twenty, and how many there are. */
export function expectNone(broken: readonly string[], seed: number): void {
  expect({ broken: broken.slice(0, 20), count: broken.length, seed }).toEqual({ broken: [], count: 0, seed });
}
