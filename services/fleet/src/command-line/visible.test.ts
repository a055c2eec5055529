import { expect, it } from 'vitest';
import { visible, visibleLine } from './visible.ts';

it('a text is one line, and nothing in it reaches the terminal as a command', () => {
  expect(visibleLine('Anne\r\n lives\tin \u001b[31mPorto\u001b[0m\u001b]0;title\u0007!\u009b2J 👩‍🚀')).toBe(
    'Anne lives in Porto! 👩‍🚀',
  );
});

it('nothing in a text turns the order of its letters on the terminal', () => {
  expect(visible('pay \u202e001\u202c or \u2067x\u2069\u200f\u061c\n\tto Anne')).toBe('pay 001 or x\n\tto Anne');
  expect(visibleLine('שלום 👩‍🚀')).toBe('שלום 👩‍🚀');
});
