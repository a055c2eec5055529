import { memoryReference, referencesIn } from '@agent-mem/contract';
import { describe, expect, it, test } from 'vitest';
import { countTokens } from '../ranking/tokens.ts';
import { ExcerptReader, excerptInBytes, excerptOf, statusLine } from './index.ts';

const log = (lines: number, special: Readonly<Record<number, string>> = {}) =>
  Array.from(
    { length: lines },
    (_, line) => special[line] ?? `2026-11-22T10:00:${line % 60} INFO worker-${line} took job ${line * 7}`,
  ).join('\n');
const bytesOf = (text: string) => Buffer.byteLength(text);
/** Bytes that the marks name. */
const missing = (excerpt: string) =>
  [...excerpt.matchAll(/\[… ([\d,]+) bytes not shown\]/g)].reduce(
    (sum, [, bytes]) => sum + Number(bytes?.replaceAll(',', '')),
    0,
  );
/** Bytes that an excerpt shows of its text: all but marks and the line breaks around them. */
const shown = (excerpt: string, text: string) =>
  excerpt
    .split(/\n?\[… [\d,]+ bytes not shown\]\n?/)
    .filter((part) => part !== '')
    .map((part) => {
      expect(text).toContain(part);
      return bytesOf(part);
    })
    .reduce((sum, bytes) => sum + bytes, 0);

test('what fits stays as it is', () => {
  expect(excerptOf('short\ntext', 10)).toBe('short\ntext');
  expect(excerptOf('', 0)).toBe('');
});

test('a log shows its beginning, what it says of errors and results, and its end', () => {
  const text = log(20_000, {
    4000: 'ERROR disk quota exceeded on /var/lib/data',
    9000: 'Tests: 3 failed, 120 passed',
    19999: 'FATAL checksum mismatch in block 77123',
  });
  const excerpt = excerptOf(text, 400);
  expect(countTokens(excerpt)).toBeLessThanOrEqual(400);
  expect(excerpt).toMatch(/^2026-11-22T10:00:0 INFO worker-0 /);
  expect(excerpt).toContain('ERROR disk quota exceeded on /var/lib/data');
  expect(excerpt).toContain('Tests: 3 failed, 120 passed');
  expect(excerpt).toMatch(/FATAL checksum mismatch in block 77123$/);
});

test('a thousand errors of one kind do not hide the one of another', () => {
  const special = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [index * 7 + 50, `ERROR retry ${index} failed`]),
  );
  const text = log(9_000, { ...special, 4444: 'panic: runtime error: index out of range [5]' });
  const excerpt = excerptOf(text, 300);
  expect(excerpt).toContain('panic: runtime error: index out of range [5]');
  expect(excerpt).toContain('ERROR retry 0 failed');
  expect(excerpt).toContain('ERROR retry 999 failed');
});

test.each([
  '漢'.repeat(30_000),
  '🚀'.repeat(9_000),
  `{"rows":[${'{"id":1,"name":"größe"},'.repeat(5_000)}{"end":true}]}`,
  ' '.repeat(50_000),
  'x\n'.repeat(40_000),
])('any text has head and tail within any budget, and its gaps are counted (%#)', (text) => {
  for (const maxTokens of [0, 5, 20, 60, 150, 400, 1_500]) {
    const excerpt = excerptOf(text, maxTokens);
    expect(countTokens(excerpt)).toBeLessThanOrEqual(maxTokens);
    expect(excerpt.isWellFormed()).toBe(true);
    if (excerpt === text || maxTokens < 20) continue;
    // Line breaks beside a mark belong to neither.
    const counted = missing(excerpt) + shown(excerpt, text);
    expect(bytesOf(text) - counted, String(maxTokens)).toBeGreaterThanOrEqual(0);
    expect(bytesOf(text) - counted, String(maxTokens)).toBeLessThanOrEqual(10);
    if (maxTokens >= 150)
      expect(excerpt.startsWith(text.slice(0, 5)) && excerpt.endsWith(text.trimEnd().slice(-5).trim())).toBe(true);
  }
});

describe('an excerpt of an excerpt', () => {
  const text = log(8_000, { 5000: 'FATAL out of disk', 7999: 'exit code 1' });
  const reference = memoryReference('cmd_log_7k2p', 'the whole log, "as is"');
  const first = [reference, statusLine({ succeeded: false, bytes: bytesOf(text), lines: 8_000 }), excerptOf(text, 1_000)].join(
    '\n',
  );

  it('has the same reference and status, and counts its gaps in bytes of the text', () => {
    const second = excerptOf(first, 300);
    expect(countTokens(second)).toBeLessThanOrEqual(300);
    expect(second.split('\n').slice(0, 2)).toEqual(first.split('\n').slice(0, 2));
    expect(second).toContain('FATAL out of disk');
    expect(second).toMatch(/exit code 1$/);
    const counted = missing(second) + shown(second.split('\n').slice(2).join('\n'), text);
    expect(Math.abs(bytesOf(text) - counted)).toBeLessThanOrEqual(20);
  });

  it('keeps its reference as long as anything fits', () => {
    for (const maxTokens of [countTokens(reference), 40, 60, 100])
      expect(referencesIn(excerptOf(first, maxTokens))[0]?.text).toBe(reference);
  });
});

test('references in the middle stay, none is cut', () => {
  const references = Array.from({ length: 40 }, (_, index) => memoryReference(`det_${index}`, `part ${index} of "it"`));
  const text = JSON.stringify({ parts: references.map((each) => `${'x'.repeat(900)} ${each}`) });
  const excerpt = excerptOf(text, 400);
  const found = referencesIn(excerpt);
  expect(found.length).toBeGreaterThan(4);
  expect(references).toEqual(expect.arrayContaining(found.map((each) => each.text)));
  expect(excerpt.match(/\[MemoryRef:/g)).toHaveLength(found.length);
});

test('parts give the same as the whole, wherever the text is divided', () => {
  const text = `${log(500, { 300: 'Error: größe 🚀' })}${'y'.repeat(40_000)}`;
  for (const size of [1, 7, 4_096, 30_000]) {
    const reader = new ExcerptReader(200);
    for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
    const excerpt = reader.end();
    expect(countTokens(excerpt)).toBeLessThanOrEqual(200);
    expect(excerpt).toContain('Error: größe 🚀');
    expect(reader.lines).toBe(500);
  }
});

test.each([0, 30, 64, 256, 1_024, 16_000])('within %i bytes of UTF-8', (maxBytes) => {
  for (const text of [log(2_000, { 1200: 'FATAL größe' }), '漢'.repeat(9_000)]) {
    const excerpt = excerptInBytes(text, maxBytes);
    expect(bytesOf(excerpt)).toBeLessThanOrEqual(maxBytes);
    if (maxBytes >= 256) expect(excerpt.endsWith(text.slice(-5))).toBe(true);
  }
});
