import { describe, expect, it } from 'vitest';
import { analyse, queryTerms } from './analyse.ts';

describe('terms', () => {
  it.each([
    ['Running runners RAN', ['run', 'runner', 'ran']],
    ["The user's wife’s name isn't Anne", ['user', 'wife', 'name', 'ann']],
    ["O'Brien doesn't", ['obrien']],
    ['Café Brûlée', ['cafe', 'brule']],
    ['E-mail: a_b@example.com, 3.5', ['e', 'mail', 'b', 'exampl', 'com', '3', '5']],
    ['ＦＵＬＬ width', ['full', 'width']],
    ['constructor toString __proto__', ['constructor', 'tostr', 'proto']],
    ['東京都', ['東', '東京', '京', '京都', '都']],
    ['LG전자 TV', ['lg', '전', '전자', '자', 'tv']],
    ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
    ['Москва живёт', ['москва', 'живёт']],
    ['the of and', []],
    ['', []],
    ['🙂 — …', ['🙂']],
    ['👍❤️ ❤', ['👍', '❤']],
    ['👨‍👩‍👧 🇵🇹', ['👨‍👩‍👧', '🇵🇹']],
    ['👍 thanks', ['thank']],
    ['\u200b', []],
  ])('of "%s"', (text, terms) => {
    expect(queryTerms(text)).toEqual(terms);
  });

  it('are counted, repeats and all', () => {
    const { terms, length } = analyse('A cat, cats, and the constructor');
    expect({ ...terms }).toEqual({ cat: 2, constructor: 1 });
    expect(length).toBe(3);
  });

  it('that objects have by nature are not there unless the text has them', () => {
    const { terms } = analyse('toString');
    expect('constructor' in terms).toBe(false);
    expect(Object.keys(terms)).toEqual(['tostr']);
  });

  it('are cut when nobody could ask for them', () => {
    expect(queryTerms('a'.repeat(5_000))[0]).toHaveLength(64);
  });
});
