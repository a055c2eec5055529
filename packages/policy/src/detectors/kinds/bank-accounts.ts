import { countrySpecs, isValidIBAN } from 'ibantools';
import type { Detector, Finding } from '../finding.ts';

const ibanStart = /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?=[ \u00a0-]?[A-Za-z0-9])/gu;
const separator = /[ \u00a0-]/;
const routing = /\b(?:routing|aba|rtn)\b[^\d\n]{0,30}(?<value>\d{9})(?!\d)/dgi;
const account =
  /\b(?:bank|checking|savings|current|giro)[ -]+(?:account|acct|a\/c)\.?(?:\s*(?:number|no\.?|nr\.?|#))?\s*(?:is|:|=|#)?\s*(?<value>\d[\d -]{5,20}\d)(?!\d)|\b(?:account|acct)\.?\s*(?:number|no\.?|#)?\s*(?:is|:|=)?\s*(?<other>\d[\d -]{5,20}\d)(?!\d)[^.\n]{0,40}\b(?:bank|sort code|routing|swift|bic)\b/dgi;
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
    let written = '';
    let position = index;
    while (written.length < length && position < text.length) {
      const sign = text.charAt(position);
      if (/[A-Za-z0-9]/.test(sign)) written += sign.toUpperCase();
      else if (!separator.test(sign) || separator.test(text.charAt(position + 1))) break;
      position += 1;
    }
    if (/[\p{L}\p{N}]/u.test(text.charAt(position))) continue;
    if (written.length === length && isValidIBAN(written)) yield { kind: 'bank-account', start: index, end: position };
  }
}

/** A US bank's routing number: its check digit by weights 3, 7, 1, and a first part that is assigned. */
function isRoutingNumber(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] as number), 0);
  const district = Number(digits.slice(0, 2));
  return sum % 10 === 0 && ((district >= 1 && district <= 12) || (district >= 21 && district <= 32) || district === 80);
}
