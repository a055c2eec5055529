import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { liveArea } from './live-area.ts';

function areaOf(columns: number, rows: number) {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns, rows });
  return { area: liveArea(output), written: () => output.read() };
}

it('takes back as many rows as the text before took', () => {
  const { area, written } = areaOf(31, 24);
  area.show('one two three four five six seven eight');
  expect(written().split('\n')).toHaveLength(2);
  area.print('done');
  expect(written()).toBe('\x1b[1A\r\x1b[Jdone\n');
  area.print('more');
  expect(written()).toBe('more\n');
});

it('shows only the end of what is longer than the screen', () => {
  const { area, written } = areaOf(80, 5);
  area.show('a\nb\nc\nd\ne');
  expect(written()).toBe('c\nd\ne');
});
