import type { Detector } from './personal-finding.ts';

/** One digit after another, with at most two signs between them: no text makes it go back far. */
const digits = (least: number) => String.raw`(?:[ ./()-]{0,2}\d){${least},14}`;
const before = String.raw`(?<![\p{L}\p{N}_.,:+/@#-])`;
const after = String.raw`(?![\p{L}\p{N}_@:]|[.,-]\d)`;

/** Forms that are a phone's alone, or nearly. */
const ownForms = [
  // +351 912 345 678
  String.raw`${before}(?:\+[1-9]${digits(7)}|00[1-9]${digits(8)})`,
  // (415) 555-0132, 650.555.0199
  String.raw`${before}(?:\([2-9]\d\d\) ?|[2-9]\d\d[.-])[2-9]\d\d[.-]\d{4}`,
  // (11) 98765-4321
  String.raw`${before}\(\d\d\) ?\d{4,5}-\d{4}`,
  // 06 12 34 56 78
  String.raw`${before}0[1-9](?:[ .-]\d\d){4}`,
  // 030 1234567, 0151/12345678, 07911 123456
  String.raw`${before}0[1-9]\d{1,3}(?: ?[/-] ?| )\d{5,9}`,
  // 020 7946 0958
  String.raw`${before}0[1-9]\d{1,2} \d{3,4} \d{4}`,
].map((form) => new RegExp(form + after, 'gu'));

/** What calls a number a phone's, in English, German, French, Spanish and Portuguese. */
const names = [
  '(?:tele|cell)?phone|mobile|cell|tel|fax|whatsapp|(?:call|text|ring|phone|reach) (?:me|him|her|us|them) (?:at|on|under)|(?:my|his|her|our|their) number',
  'handy|telefon|telefonnummer|handynummer|rufnummer|festnetz|(?:meine|ihre|seine|unsere) nummer',
  't[ée]l[ée]phone|tél|portable',
  'tel[eé]fono|m[oó]vil|celular',
  'telefone|telem[oó]vel',
].join('|');
const named = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${names})\.?(?:[ _-]?(?:number|no\.?|nr\.?|nummer))?["'’]?\s{0,2}(?:(?:is|was|ist|lautet|est|es|é|:|=)\s{0,2})?(?:(?:le|el|o|the|at)\s)?["'’]?(?<value>[+(]{0,2}\d${digits(5)})${after}`,
  'dgiu',
);
/** A number of something else, as the words right before it say. */
const otherwise =
  /(?:order|invoice|ticket|case|tracking|serial|part|item|reference|ref|isbn|bestellung|rechnung)(?:[ -]?(?:number|no\.?|nr\.?|id|#))?(?: is| was|:|=)?\s{0,2}#?$/iu;
const date = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?!\d)/;

/** Numbers of phones: by their form where it is theirs alone, else where the text calls them so. */
export const findPhones: Detector = function* find(text) {
  for (const form of ownForms) {
    for (const { 0: phone, index } of text.matchAll(form)) {
      if (date.test(phone) || otherwise.test(text.slice(Math.max(0, index - 40), index))) continue;
      yield { kind: 'phone', start: index, end: index + phone.length };
    }
  }
  for (const match of text.matchAll(named)) {
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    if (!date.test(text.slice(start, end))) yield { kind: 'phone', start, end };
  }
};
