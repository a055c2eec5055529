import { expect, it } from 'vitest';
import { oneLine } from './record-line.ts';

it('a text is one line, and nothing in it reaches the terminal as a command', () => {
  expect(oneLine('Anne\r\n lives\tin \u001b[31mPorto\u001b[0m\u001b]0;title\u0007!\u009b2J 👩‍🚀')).toBe(
    'Anne lives in Porto! 👩‍🚀',
  );
});
