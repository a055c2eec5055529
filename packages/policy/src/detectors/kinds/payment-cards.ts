import type { Detector } from '../finding.ts';
import { passesLuhn } from './luhn.ts';

/** Digits in one run, or in groups as cards show them, separated all by the same sign. */
const run =
  /(?<![\p{L}\p{N}_.,/#+-])(?:\d{13,19}|\d{4}(?:([ \u00a0\u202f\u2009.-]|\s?[–-]\s?)\d{4}\1\d{4}\1\d{1,7}|([ \u00a0\u202f.-])\d{6}\2\d{4,5}))(?![\p{L}\p{N}_]|[.,:/-]\d)/gu;
/** Digit by digit, separated all by the same sign. */
const digitByDigit = /(?<![\p{L}\p{N}_.,/#+-])(?<![\p{N}][ .-])\d([ \u00a0.-])\d(?:\1\d){11,17}(?![\p{L}\p{N}_]|[ .,:/-]\d)/gu;
/** After these a run of digits is mostly of something else. */
const otherNumber =
  /\b(?:order|invoice|ticket|tracking|parcel|shipment|reference|ref|case|serial|imei|isbn|ean|gtin|upc|barcode|sku|part|build|commit|timestamp|phone|tel|fax|id|uid|transaction|session|sequence|seed|snowflake)\b[^.!?\n]{0,16}$/i;
const cardWord = /\b(?:card|visa|mastercard|master card|amex|american express|discover|diners|jcb|unionpay|credit|debit|pan)\b/i;

/** Numbers of payment cards: of a range that is issued, of its length, with the right check digit. */
export const findPaymentCards: Detector = function* find(text) {
  for (const match of [...text.matchAll(run), ...text.matchAll(digitByDigit)]) {
    const digits = match[0].replace(/\D/g, '');
    if (!isIssued(digits) || !passesLuhn(digits) || /^(\d)\1+$/.test(digits)) continue;
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    const around = before + text.slice(match.index, match.index + match[0].length + 30);
    if (!cardWord.test(around) && (otherNumber.test(before) || !isCommon(digits))) continue;
    yield { kind: 'payment-card', start: match.index, end: match.index + match[0].length };
  }
};

/** Lengths by the ranges of ISO/IEC 7812 that the schemes publish. */
function isIssued(digits: string): boolean {
  const { length } = digits;
  const [two, three, four] = [2, 3, 4].map((count) => Number(digits.slice(0, count))) as [number, number, number];
  if (digits.startsWith('4')) return length === 13 || length === 16 || length === 19;
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return length === 16;
  if (two === 34 || two === 37) return length === 15;
  if (four === 6011 || two === 65 || (three >= 644 && three <= 649)) return length >= 16;
  if (four >= 3528 && four <= 3589) return length >= 16;
  if (two === 36 || two === 38 || two === 39 || (three >= 300 && three <= 305)) return length >= 14;
  if (two === 62 || two === 81) return length >= 16;
  return (two === 50 || two === 56 || two === 57 || two === 58 || two === 63 || two === 67) && length >= 16;
}

/** What is found without a word that says card. The others' ranges are so wide that one number in ten of a shop's fits. */
function isCommon(digits: string): boolean {
  return digits.length === 16 ? /^(?:4|5[1-5]|2[2-7]|6011|65)/.test(digits) : digits.length === 15 && /^3[47]/.test(digits);
}
