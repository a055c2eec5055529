import { describe, expect, it } from 'vitest';
import { memberText } from './records.ts';

describe('the text of a member', () => {
  it('is the same for the same value of the same type, and for nothing else', () => {
    const long = 'x'.repeat(1_000);
    const members = [
      ['a', '1'],
      ['a', 1],
      ['a', true],
      ['a', 'true'],
      ['b', 1],
      ['a","1', '1'],
      ['a', long],
      ['a', `${long}y`],
      [long, 1],
      ['a', memberText('a', long)],
    ] as const;
    const texts = members.map(([member, value]) => memberText(member, value));
    expect(new Set(texts).size).toBe(members.length);
    expect(members.map(([member, value]) => memberText(member, value))).toEqual(texts);
    expect(Math.max(...texts.map((text) => text?.length ?? 0))).toBeLessThanOrEqual(100);
  });

  it('is none for what cannot be asked for', () => {
    for (const value of [null, [1], { a: 1 }]) expect(memberText('a', value)).toBeNull();
  });
});
