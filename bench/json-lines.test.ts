import { expect, it } from 'vitest';
import { strictObject, string } from 'zod';
import { parseJsonLines } from './json-lines.ts';

const schema = strictObject({ text: string().min(1) });

it('reads one record a line', () => {
  expect(parseJsonLines('{"text":"a"}\n{"text":"b"}\n', schema, 'set.jsonl')).toEqual([{ text: 'a' }, { text: 'b' }]);
});

it.each([
  ['{"text":"a"}\n{"text":', 'set.jsonl:2: not a line of JSON'],
  ['{"text":"a"}\n\n{"text":"b"}', 'set.jsonl:2: not a line of JSON'],
  ['{"text":""}', 'at text'],
  ['{"text":"a","txet":"b"}', 'txet'],
  ['', 'set.jsonl:1: not a line of JSON'],
])('names the line and the member of what is no record: %j', (text, message) => {
  expect(() => parseJsonLines(text, schema, 'set.jsonl')).toThrow(message);
});
