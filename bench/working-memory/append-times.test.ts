import { expect, it } from 'vitest';
import { appendTimes } from './append-times.ts';

it('measures traces of each size', async () => {
  const rows = (await appendTimes([2, 40])).split('\n').filter((line) => /^\|\s*\d/.test(line));
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row.match(/\d+\.\d/g)).toHaveLength(3);
});
