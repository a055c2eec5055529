import { countrySpecs, isValidIBAN } from 'ibantools';
import { expect, test } from 'vitest';
import { findBankAccounts } from './bank-accounts.ts';

/** The ends of IBANs, read sign by sign as their definition says. */
function slowly(text: string): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?=[ \u00a0-]?[A-Za-z0-9])/gu)) {
    const length = countrySpecs[text.slice(index, index + 2).toUpperCase()]?.chars ?? 0;
    let written = '';
    let position = index;
    while (written.length < length && position < text.length) {
      const sign = text.charAt(position);
      if (/[A-Za-z0-9]/.test(sign)) written += sign.toUpperCase();
      else if (!/[ \u00a0-]/.test(sign) || /[ \u00a0-]/.test(text.charAt(position + 1))) break;
      position += 1;
    }
    if (/[\p{L}\p{N}]/u.test(text.charAt(position))) continue;
    if (written.length === length && isValidIBAN(written)) found.push([index, position]);
  }
  return found;
}

/** The same numbers in each run: from 0 up to `most`. */
function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

test('IBANs are found where a reading sign by sign finds them, whatever stands between and behind', () => {
  const valid = ['DE89370400440532013000', 'GB29NWBK60161331926819', 'NO9386011117947', 'FR1420041010050500013M02606'];
  const pieces = [' ', '-', '\u00a0', '  ', '.', 'x', 'é', '7', 'DE89', 'de', 'GB29 NWBK', '\n', 'ZZ12 3', ''];
  const random = seeded(19);
  let found = 0;
  for (let run = 0; run < 3_000; run += 1) {
    let text = '';
    for (let part = random(6); part >= 0; part -= 1) {
      const iban = valid[random(valid.length)] ?? '';
      const sign = ['', ' ', '-', '\u00a0', '  '][random(5)] ?? '';
      const groups = iban.match(/.{1,4}/g)?.join(sign) ?? '';
      text += (random(3) === 0 ? groups.slice(0, random(groups.length)) : groups) + (pieces[random(pieces.length)] ?? '');
    }
    const own = [...findBankAccounts(text)].map(({ start, end }) => [start, end] as const);
    expect(own, JSON.stringify(text)).toEqual(slowly(text));
    found += own.length;
  }
  expect(found).toBeGreaterThan(500);
});
