import { beforeAll, describe, expect, it } from 'vitest';
import { givenToTests } from './given.ts';

describe('a thing of the machine', () => {
  const given = givenToTests('a tool', () => 'the tool');
  const whileCollecting = attempt(given);
  let inHook: string;
  beforeAll(() => {
    inHook = attempt(given);
  });

  describe('in an inner suite', () => {
    const whileCollectingInner = attempt(given);

    it('is refused while tests are collected', () => {
      for (const refusal of [whileCollecting, whileCollectingInner])
        expect(refusal).toBe('a tool: use it in hooks and tests only; a machine without it collects the tests too');
    });

    it('is given to hooks and tests', () => {
      expect([inHook, attempt(given)]).toEqual(['the tool', 'the tool']);
    });
  });
});

function attempt(given: () => string): string {
  try {
    return given();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
