import { atOnce } from '@agent-mem/runtime';
import { expect, test } from 'vitest';
import { indented } from './indented.ts';

const written = (json: string) => atOnce(indented(json)).toString();

test.each([
  ['{"a":1,"b":[true,false,null],"c":{},"d":[],"e":{"f":[[]]}}'],
  ['[ {"name" : "caf\\u00e9 \\"noir\\"\\n"} , -1.5 ]'],
  ['"only a text"'],
  ['7'],
  [' { "nested" : { "deep" : [ 1 , { "x" : [ ] } ] } } '],
])('%s is written as JSON.stringify writes it', (json) => {
  expect(written(json)).toBe(JSON.stringify(JSON.parse(json), null, 2));
});

test('a number stays as it was written', () => {
  expect(written('[12345678901234567890,1.0,1e400]')).toBe('[\n  12345678901234567890,\n  1.0,\n  1e400\n]');
});

test('what is nested without end takes as much room as it has signs, times a bound', () => {
  const json = '['.repeat(20_000) + ']'.repeat(20_000);
  expect(written(json).length).toBeLessThan(json.length * 202);
});
