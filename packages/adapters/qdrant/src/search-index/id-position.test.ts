import { idPrefixes, newId } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { idPosition } from './id-position.ts';

it('never falls as ids rise, whatever they look like', () => {
  const stems = [
    '',
    'a',
    'c',
    'call',
    'call_',
    'call`',
    'd',
    'fact',
    'fact_',
    'fact_0',
    'fact_g',
    'fact_Z',
    'fact_01234567',
    'zz',
    '記',
  ];
  const tails = [
    '',
    '0',
    ':',
    '-',
    '-0',
    '-f',
    '8',
    'f',
    'g',
    '~',
    '0123-',
    '01234567-89ab-cdef',
    '012345678',
    '01234567,',
    'ffffffff-ffff-f',
  ];
  const made = idPrefixes.flatMap((prefix) => [0, 1, 1_780_000_000_000, 2 ** 48 - 1].map((now) => newId(prefix, now)));
  const ids = [...stems.flatMap((stem) => tails.map((tail) => stem + tail)), ...made].sort((a, b) => (a < b ? -1 : 1));
  const positions = ids.map(idPosition);
  for (const [i, position] of positions.entries()) {
    expect(Number.isSafeInteger(position), ids[i]).toBe(true);
    expect(position, `${ids[i - 1]} before ${ids[i]}`).toBeGreaterThanOrEqual(positions[i - 1] ?? 0);
  }
});

it('tells ids apart that we made in different milliseconds', () => {
  const ids = idPrefixes.flatMap((prefix) => Array.from({ length: 10 }, (_, i) => newId(prefix, 1_780_000_000_000 + i)));
  expect(new Set(ids.map(idPosition)).size).toBe(ids.length);
});
