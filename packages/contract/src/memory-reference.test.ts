import { describe, expect, it, test } from 'vitest';
import { memoryReference, referencesIn } from './memory-reference.ts';

const signs = [
  'a',
  'Z',
  '7',
  ' ',
  '-',
  ' - ',
  ']',
  '[',
  '"',
  "'",
  '\\',
  '\n',
  '\r',
  '\t',
  '%',
  '%5D',
  '>',
  '%3E',
  '%Y',
  '%2',
  '5B',
  '25',
  '%E2',
  '%80',
  '%A8',
  '%C2%85',
  '%20',
  '\u0085',
  '\u00a0',
  '\\n',
  '\\u005d',
  '<',
  '/',
  'é',
  '漢',
  '🚀',
  '\u2028',
  '\u0000',
  '\ud83d',
  '[MemoryRef: ',
];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(15);
const textOf = (most: number) =>
  Array.from({ length: Math.floor(random() * most) }, () => signs[Math.floor(random() * signs.length)]).join('');
const cases = Array.from({ length: 2_000 }, () => ({ key: `k${textOf(6)}`, description: textOf(20) }));
/** What a reference says, without how it is written. */
const said = (text: string) => referencesIn(text).map(({ key, description }) => ({ key, description }));
const meant = ({ key, description }: (typeof cases)[number]) => ({
  key: key.toWellFormed(),
  description: description.trim().toWellFormed(),
});

describe('a reference to any key with any description', () => {
  it('is read as it was meant, in one line', () => {
    for (const each of cases) {
      const written = memoryReference(each.key, each.description);
      expect(written).not.toMatch(/["\\\r\n\u2028]/);
      expect(said(`before ${written} after ]`), written).toEqual([meant(each)]);
      expect(referencesIn(written)[0]?.text).toBe(written);
    }
  });

  it('is read out of JSON, and of JSON inside JSON, also where every sign beyond ASCII is escaped', () => {
    const ascii = (json: string) =>
      json.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    for (const each of cases) {
      const json = JSON.stringify({ observation: `a "quote"\n${memoryReference(each.key, each.description)}\n` });
      const twice = JSON.stringify([json]);
      for (const text of [json, twice, ascii(json), JSON.stringify([ascii(json)])]) {
        expect(said(text), text).toEqual([meant(each)]);
      }
    }
  });

  it('is read out of a stream that was cut in two anywhere', () => {
    for (const each of cases.slice(0, 50)) {
      const written = `x${memoryReference(each.key, each.description)}y`;
      for (let at = 0; at <= written.length; at += 1) {
        const pieces = [written.slice(0, at), written.slice(at)];
        expect(said(pieces.join(''))).toEqual([meant(each)]);
        expect(pieces.flatMap(said)).toEqual(at <= 1 || at >= written.length - 1 ? [meant(each)] : []);
      }
    }
  });

  it('stands beside others', () => {
    const all = cases.slice(0, 200);
    const text = all.map(({ key, description }) => memoryReference(key, description)).join('');
    const texts = new Set(all.map(({ key, description }) => memoryReference(key, description)));
    expect(referencesIn(text).map((each) => each.text)).toEqual([...texts]);
  });
});

test.each([
  ['[MemoryRef: cmd_log_123]', 'cmd_log_123', ''],
  ['[MemoryRef:cmd_log_123]', 'cmd_log_123', ''],
  ['[MemoryRef: cmd_log_123 - ]', 'cmd_log_123', ''],
  ['[MemoryRef: 01890000-0000-7000-8000-000000000000 - the log]', '01890000-0000-7000-8000-000000000000', 'the log'],
  ['[MemoryRef: a-b - c - d]', 'a-b', 'c - d'],
  ['[MemoryRef: log - 50% of "it"]', 'log', '50% of "it"'],
])('%s, as a model may write it, is read', (text, key, description) => {
  expect(said(text)).toEqual([{ key, description }]);
});

test.each([
  'date +%Y-%m-%d',
  '100%, or 50 % of it',
  'curl https://example.org/a%20b?q=caf%C3%A9',
  "it's (a|b) & c; d = $e",
  'npm test 2>&1 > log',
])('ordinary text is shown as it is: %s', (description) => {
  expect(memoryReference('log', description)).toBe(`[MemoryRef: log - ${description}]`);
});

test('only what would end or break a reference is escaped, and what reads like such an escape', () => {
  expect(memoryReference('log', 'a[1] %5B %25 %3E')).toBe('[MemoryRef: log - a%5B1%5D %255B %2525 %253E]');
});

test.each([
  ['date +%25Y-%25m', 'date +%Y-%m'],
  ['a%5B1%5D%0Anext', 'a[1]\nnext'],
  ['npm test 2%3E&1', 'npm test 2>&1'],
  ['%255B and %2520 and %2525', '%5B and %20 and %25'],
])('what earlier versions wrote is read as it was meant: %s', (written, description) => {
  expect(said(`[MemoryRef: log - ${written}]`)).toEqual([{ key: 'log', description }]);
});

test.each(['[MemoryRef: ]', '[MemoryRef: a b]', '[MemoryRef: cut off', '[memory: a - b]'])('%s is none', (text) => {
  expect(referencesIn(text)).toEqual([]);
});

test('a text of beginnings alone is read in time that grows with it', () => {
  expect(referencesIn('[MemoryRef: a - '.repeat(200_000))).toEqual([]);
});
