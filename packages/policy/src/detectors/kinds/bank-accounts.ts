import { countrySpecs, isValidIBAN } from 'ibantools';
import type { Detector, Finding } from '../finding.ts';

const ibanStart = /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?=[ \u00a0-]?[A-Za-z0-9])/gu;
const separators = /[ \u00a0-]/g;
const routing = /\b(?:routing|aba|rtn)\b[^\d\n]{0,30}(?<value>\d{9})(?!\d)/dgi;
const account =
  /\b(?:bank|checking|savings|current|giro)[ -]{1,8}(?:account|acct|a\/c)\.?(?:\s{0,8}(?:number|no\.?|nr\.?|#))?\s{0,8}(?:is|:|=|#)?\s{0,8}(?<value>\d[\d -]{5,20}\d)(?!\d)|\b(?:account|acct)\.?\s{0,8}(?:number|no\.?|#)?\s{0,8}(?:is|:|=)?\s{0,8}(?<other>\d[\d -]{5,20}\d)(?!\d)[^.\n]{0,40}\b(?:bank|sort code|routing|swift|bic)\b/dgi;
const sortCode = /\bsort[ -]?code\b[^\d\n]{0,12}(?<value>\d{2}[ -]?\d{2}[ -]?\d{2})(?!\d)/dgi;

/** Numbers of bank accounts: IBANs by country, length and check digits; others only where the text says what they are. */
export const findBankAccounts: Detector = function* find(text) {
  yield* ibans(text);
  for (const match of text.matchAll(routing)) {
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    if (isRoutingNumber(text.slice(start, end))) yield { kind: 'bank-account', start, end };
  }
  for (const pattern of [account, sortCode]) {
    for (const match of text.matchAll(pattern)) {
      const groups = match.indices?.groups;
      const [start, end] = groups?.value ?? groups?.other ?? [0, 0];
      yield { kind: 'bank-account', start, end };
    }
  }
};

/** The length is the country's, so that a word behind the number is not taken for a part of it. */
function* ibans(text: string): Generator<Finding> {
  for (const { index } of text.matchAll(ibanStart)) {
    const length = countrySpecs[text.slice(index, index + 2).toUpperCase()]?.chars ?? 0;
    const end = endOfSigns(text, index, length);
    if (end === null || /[\p{L}\p{N}]/u.test(text.charAt(end))) continue;
    const written = text.slice(index, end).replace(separators, '').toUpperCase();
    if (isValidIBAN(written)) yield { kind: 'bank-account', start: index, end };
  }
}

/** Where so many letters and digits end, with at most one separator between two of them; `null`: there are fewer. It reads codes: a text may be full of beginnings. */
function endOfSigns(text: string, start: number, count: number): number | null {
  let position = start;
  for (let left = count; left > 0 && position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (isLetterOrDigit(code)) left -= 1;
    else if (!isSeparator(code) || isSeparator(text.charCodeAt(position + 1))) return null;
    if (left === 0) return position + 1;
  }
  return null;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isSeparator(code: number): boolean {
  return code === 32 || code === 160 || code === 45;
}

/** A US bank's routing number: its check digit by weights 3, 7, 1, and a first part that is assigned. */
function isRoutingNumber(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] as number), 0);
  const district = Number(digits.slice(0, 2));
  return sum % 10 === 0 && ((district >= 1 && district <= 12) || (district >= 21 && district <= 32) || district === 80);
}
