import { expect, it } from 'vitest';
import { readJson } from './json-text.ts';

const read = (text: string) => readJson(Buffer.from(text));
const most = 500_000;
const refusal = expect.objectContaining({
  type: 'out-of-range',
  message: expect.stringContaining('at most 500,000 JSON values'),
});

it.each([
  ['numbers', `[${'1,'.repeat(most)}1]`],
  ['lists', `[${'[],'.repeat(most / 2)}[]]`],
  ['members', `{${'"a":1,'.repeat(most / 2)}"a":1}`],
])('refuses a body with too many %s before a tree is made of them', (_what, value) => {
  expect(() => read(`{"model":"m","x":${value}}`)).toThrow(refusal);
});

it('reads a long body with fewer, whatever its texts have', () => {
  const text = JSON.stringify({ text: 'a, "b": [{\\"c\\"}] '.repeat(most / 2) });
  expect(read(text)?.root.children).toHaveLength(1);
});

it('reads no body that is no object in UTF-8', () => {
  expect(['[]', '', '{"a":1', 'null'].map(read)).toEqual([null, null, null, null]);
  expect(readJson(Buffer.from([0x7b, 0xff, 0x7d]))).toBeNull();
});
