import { describe, expect, it } from 'vitest';
import { findSensitive, redact } from './find-sensitive.ts';
import { passesLuhn } from './kinds/luhn.ts';
import { redactJson } from './redact-json.ts';

const kindsIn = (text: string, name?: string) => findSensitive(text, name).map(({ kind }) => kind);
const redacted = (text: string) => redact(text, findSensitive(text));

describe('a number of a card', () => {
  it.each([
    ['4111 1111 1111 1111', 1],
    ['4111 1111 1111 1112', 0],
    ['4111-1111-1111-1111', 1],
    ['order number 4111111111111111', 0],
    ['order number 4111111111111111, card', 1],
    ['3782 822463 10005', 1],
    ['9111 1111 1111 1111', 0],
    ['0.4111111111111111', 0],
    ['a4111111111111111', 0],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', 1],
    ['My card: 4-9-2-9-3-8-1-3-3-2-6-6-4-2-9-5.', 1],
    ['3 7 8 2 8 2 2 4 6 3 1 0 0 0 5 is my amex', 1],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2', 0],
    ['1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16', 0],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 7', 0],
    ['scores 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1', 0],
  ])('%s: %i', (text, count) => {
    expect(kindsIn(text)).toHaveLength(count);
  });

  it('is told by its check digit', () => {
    expect(['79927398713', '79927398710'].map(passesLuhn)).toEqual([true, false]);
  });
});

it.each([
  ['My SSN is 536-90-4399', 1],
  ['social security number: 536 90 4399', 1],
  ['ssn 536904399', 1],
  ['the number 536-90-4399', 1],
  ['the number 666-90-4399', 0],
  ['the number 000-12-3456', 0],
  ['phone 536-904-3990', 0],
  ['part 1536-90-43991', 0],
  ['order 536904399', 0],
])('a US social security number, %s: %i', (text, count) => {
  expect(kindsIn(text)).toEqual(Array.from({ length: count }, () => 'social-security-number'));
});

it.each([
  ['DE89 3704 0044 0532 0130 00', 1],
  ['DE89 3704 0044 0532 0130 01', 0],
  ['DE89 3704 0044 0532 0130 00 thanks', 1],
  ['routing number 021000021', 1],
  ['routing number 021000022', 0],
  ['021000021', 0],
])('a number of an account, %s: %i', (text, count) => {
  expect(kindsIn(text)).toHaveLength(count);
});

it('is found by the name of its member', () => {
  expect([kindsIn('hunter2', 'password'), kindsIn('hunter2', 'dbPassword'), kindsIn('hunter2', 'note')]).toEqual([
    ['password'],
    ['password'],
    [],
  ]);
});

it('what was redacted is not found again, and the rest stays', () => {
  const text = 'My password is Tr0ub4dor&3, my card 4111 1111 1111 1111, my dog Rex.';
  expect(redacted(text)).toBe('My password is [redacted: password], my card [redacted: payment-card], my dog Rex.');
  expect(redacted(redacted(text))).toBe(redacted(text));
});

it('what several find at one place is one finding', () => {
  const text = `api_key = "sk-proj-${'a1B2'.repeat(10)}"`;
  expect(findSensitive(text)).toEqual([{ kind: 'api-key', start: 11, end: text.length - 1 }]);
});

it.each([
  ['{"pan":4111111111111111}', { pan: '[redacted: payment-card]' }],
  ['{"password":"hunter2","n":1}', { password: '[redacted: password]', n: 1 }],
  ['[4111111111111111, 2]', ['[redacted: payment-card]', 2]],
])('JSON stays JSON: %s', (text, expected) => {
  expect(JSON.parse(redactJson(text, findSensitive(text)))).toEqual(expected);
});

it.each(['password ', 'my ', '4111 ', 'DE12 ', 'eyJ', 'http://a:', '-----BEGIN PRIVATE KEY-----', 'account ', '_', 'a1'])(
  'a long text of %j is looked through in time that grows as it does',
  (piece) => {
    // A pattern that goes back over what it has read would not end within the test's time.
    expect(findSensitive(piece.repeat(Math.ceil(262_144 / piece.length))).length).toBeGreaterThanOrEqual(0);
  },
);

it('is the same the second time, and after many other texts', () => {
  const texts = ['a thousand words about tea', 'my card is 4111 1111 1111 1111', 'password: hunter2'];
  const before = texts.map((text) => findSensitive(text));
  for (let other = 0; other < 300; other += 1) findSensitive(`another text about tea, number ${other}`);
  expect([...texts, ...texts].map((text) => findSensitive(text))).toEqual([...before, ...before]);
  expect(before.map(({ length }) => length)).toEqual([0, 1, 1]);
});

it.each([
  ['My pasword is T0mat3n', 'My pasword is [redacted: password]'],
  ['the wifi passwrod was Reg3nbogen', 'the wifi passwrod was [redacted: password]'],
  ['mein Passwort lautet Reg3nbogen', 'mein Passwort lautet [redacted: password]'],
  ['mi contraseña es arcoiris7', 'mi contraseña es [redacted: password]'],
  ['mon mot de passe est arcenciel7', 'mon mot de passe est [redacted: password]'],
  ['a minha senha é arcoiris7', 'a minha senha é [redacted: password]'],
  ['My passport is X1234567', 'My passport is X1234567'],
  ['Das Passwort ist vergessen', 'Das Passwort ist vergessen'],
])('a password is called so with a slip, and in other languages: %s', (text, expected) => {
  expect(redacted(text)).toBe(expected);
});
