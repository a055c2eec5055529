import { describe, expect, it } from 'vitest';
import { countTokens, truncateToTokens } from './tokens.ts';

describe('counting', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['<|endoftext|>', 7],
  ])('"%s"', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  it('is within one in a hundred for unbroken runs, which are counted in pieces', () => {
    expect(Math.abs(countTokens('私は東京に住んでいます'.repeat(100)) - 700)).toBeLessThanOrEqual(7);
    expect(countTokens('a'.repeat(65_536))).toBe(8_192);
  });
});

describe('truncating', () => {
  it.each(['hello world '.repeat(50), '私は東京に住んでいます'.repeat(60), '👩‍👩‍👧'.repeat(50), `${'='.repeat(3_000)} end`])(
    'keeps a beginning that fits (%#)',
    (text) => {
      for (const max of [1, 2, 3, 10, 100]) {
        const head = truncateToTokens(text, max);
        expect(text.startsWith(head)).toBe(true);
        expect(countTokens(head)).toBeLessThanOrEqual(max);
        expect(head.isWellFormed()).toBe(true);
      }
    },
  );

  it('keeps what fits whole, and nothing for no tokens', () => {
    expect(truncateToTokens('hello <|endoftext|>', 100)).toBe('hello <|endoftext|>');
    expect(truncateToTokens('hello', 0)).toBe('');
  });
});
