import { languageOf } from '@agent-mem/recall/ranking';
import { expect, test } from 'vitest';
import { isUsedIn } from './used-in.ts';

const question = 'Which tea does Anne drink?';
const used = (memory: string, answer: string) => isUsedIn(memory, { question, answer }, languageOf('en'));

test('a memory is used where the answer holds half of what it says beyond the question', () => {
  expect(used('Anne drinks green jasmine tea', 'She drinks jasmine tea, the green one.')).toBe(true);
  expect(used('Anne drinks green jasmine tea from a blue garden pot', 'A green jasmine tea.')).toBe(false);
});

test('words of the question are no use of a memory, and one word may be chance', () => {
  expect(used('Anne drinks tea', 'Anne drinks tea, but which one I do not know.')).toBe(false);
  expect(used('Anne drinks green tea', 'A green one.')).toBe(false);
  expect(used('', 'A green one.')).toBe(false);
});
