import { describe, expect, it } from 'vitest';
import { findSensitive, redact } from './detectors/find-sensitive.ts';
import { screenPieces } from './screen-pieces.ts';
import { SensitiveDataRefused } from './screening.ts';
import { allowing } from './settings/sensitive-policy.ts';

const redacting = { sensitiveData: 'redact', personalData: 'allow' } as const;
const refusing = { sensitiveData: 'refuse', personalData: 'allow' } as const;

const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw\n'.repeat(60)}-----END PRIVATE KEY-----`;
const secrets = ['4111 1111 1111 1111', 'password = "Tr0ub4dor&3xyz"', key, 'my debit card pin is 4821'];
const filler = (lines: number, from: number) =>
  Array.from({ length: lines }, (_, line) => `line ${from + line}: größe 🚀 took the job and left it\n`).join('');
const text = Array.from({ length: 24 }, (_, part) => filler(50 + ((part * 37) % 190), part * 1_000) + secrets[part % 4]).join(
  '\n',
);

function inPieces(size: number): string {
  const screen = screenPieces(redacting, 'store_detail.content');
  let screened = '';
  for (let at = 0; at < text.length; at += size) screened += screen.push(text.slice(at, at + size));
  return screened + screen.end();
}

describe('a text in pieces', () => {
  it('is redacted as the whole is, wherever it is cut', () => {
    const whole = redact(text, findSensitive(text));
    expect(text.length).toBeGreaterThan(150_000);
    for (const size of [997, 4_096, 33_333, 100_000, text.length]) expect(inPieces(size), String(size)).toBe(whole);
    expect(whole).not.toContain('4111 1111');
    expect(whole.match(/\[redacted: /g)).toHaveLength(24);
  });

  it('is as it was where that is allowed', () => {
    const screen = screenPieces(allowing, 'p');
    expect(screen.push(text) + screen.end()).toBe(text);
  });

  it('is refused for what is cut between two of them', () => {
    const screen = screenPieces(refusing, 'store_detail.content');
    screen.push('my card is 4111 1111 ');
    screen.push('1111 1111');
    expect(() => screen.end()).toThrow(SensitiveDataRefused);
  });

  it('says what was found', () => {
    const screen = screenPieces(redacting, 'p');
    screen.push(text);
    screen.end();
    expect(screen.found()).toContainEqual({ kind: 'payment-card', count: 6, action: 'redacted' });
  });

  it('stays JSON where it was JSON', () => {
    const rows = Array.from({ length: 9_000 }, (_, id) => ({ id, card: id === 7_000 ? 4111111111111111 : 1 }));
    const screen = screenPieces(redacting, 'p');
    const json = JSON.stringify(rows);
    const screened = screen.push(json) + screen.end();
    expect(JSON.parse(screened)[7_000]).toEqual({ id: 7_000, card: '[redacted: payment-card]' });
  });
});

it('personal data that is cut between two pieces is found', () => {
  const screen = screenPieces({ sensitiveData: 'allow', personalData: 'redact' }, 'p');
  const text = screen.push('my mail is ann@exa') + screen.push('mple.com, and the rest') + screen.end();
  expect(text).toBe('my mail is [redacted: email], and the rest');
  expect(screen.found()).toEqual([{ kind: 'email', count: 1, action: 'redacted' }]);
});
