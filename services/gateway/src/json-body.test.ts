import { describe, expect, it } from 'vitest';
import { parseBody } from './json-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the body', () => {
  it('is a JSON object', () => {
    expect(parseBody(bytes('{"top_k":3}'))).toEqual({ top_k: 3 });
  });

  it('may be empty', () => {
    expect(parseBody(bytes(' \n'))).toEqual({});
  });

  it.each(['[]', '1', '"text"', 'null', 'true'])('is refused when it is %s', (text) => {
    expect(() => parseBody(bytes(text))).toThrow(/^body: must be a JSON object/);
  });

  it('is refused with the reason when it is no JSON', () => {
    expect(() => parseBody(bytes('{"top_k":'))).toThrow(/^body: must be JSON: /);
  });

  it('is refused when it nests deeper than any message', () => {
    const nested = (levels: number) => bytes(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expect(() => parseBody(nested(90))).not.toThrow();
    expect(() => parseBody(nested(100_000))).toThrow('body: must nest at most 100 levels');
  });

  it('is refused when it is not UTF-8', () => {
    expect(() => parseBody(Uint8Array.of(0x7b, 0xff, 0x7d))).toThrow('body: must be UTF-8');
  });
});
