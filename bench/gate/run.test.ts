import { describe, expect, it } from 'vitest';
import { readBaseline } from './baseline.ts';
import { compare } from './compare.ts';
import { suites } from './suites.ts';

const baseline = await readBaseline();

describe.each(suites())('$name', ({ name, k, ask }) => {
  it('finds no worse than the baseline what answers its questions', { timeout: 600_000 }, async () => {
    const own = baseline[name];
    if (own === undefined) throw new Error(`${name} is not in the baseline`);
    expect(compare(k, await ask(), own).filter(({ lost }) => lost)).toEqual([]);
  });
});
