import { countTokens } from '@agent-mem/recall/ranking';
import { describe, expect, it } from 'vitest';
import { cutToTokens } from './cut.ts';
import { identifiersOf } from './identifiers.ts';

describe('cutToTokens', () => {
  it('leaves what fits as it is', () => {
    expect(cutToTokens('short', 10)).toBe('short');
  });

  it('never has more tokens than allowed and says that it cut', () => {
    const text = `${'größe 東京 🚀 plain '.repeat(200)}[MemoryRef: a - first] and [MemoryRef: b - second]`;
    for (let tokens = 0; tokens < 120; tokens += tokens < 40 ? 1 : 9)
      expect(countTokens(cutToTokens(text, tokens))).toBeLessThanOrEqual(tokens);
    expect(cutToTokens(text, 60)).toMatch(/\[…cut\] \[MemoryRef: a - first\] \[MemoryRef: b - second\]$/);
    expect(cutToTokens(text, 15)).toMatch(/\[…cut\] \[MemoryRef: b - second\]$/);
  });
});

describe('identifiersOf', () => {
  it('takes numbers, codes, paths and names of code', () => {
    expect(identifiersOf('Did user_id 42 of "ZX-4711" fail in src/main.ts, parseJson or the API at a@b.org? Yes.')).toEqual([
      'user_id',
      '42',
      'ZX-4711',
      'src/main.ts',
      'parseJson',
      'API',
      'a@b.org',
    ]);
  });
});
