import type { Detector } from './personal-finding.ts';

/** Forms that nothing else has: a US social security number, a UK national insurance number, a Brazilian CPF. */
const ownForm =
  /(?<![\w-])(?:(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}|[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]|\d{3}\.\d{3}\.\d{3}-\d{2})(?![\w-])/g;
/** Names of such numbers in English, German, French, Spanish and Portuguese. */
const names = [
  `social security|ssn|national insurance|nino|passport|(?:national )?(?:id|identity) card|national id(?:entity)?|driv(?:er'?s?|ing) licen[cs]e|tax(?:payer)? id(?:entification)?`,
  `sozialversicherungs|personalausweis|reisepass|steuer-?id(?:entifikations)?|führerschein`,
  `sécurité sociale|carte d['’]identité|passeport|permis de conduire`,
  `seguridad social|dni|nie|nif|pasaporte|carn[eé] de conducir`,
  `cpf|cartão de cidadão|passaporte|segurança social|carta de condução`,
].join('|');
/** "my passport number is X1234567": at most a few short words stand between the name and the number. */
const named = new RegExp(
  String.raw`(?<!\p{L})(?:${names})[ -]?(?:number|numbers|nummer|num[eé]ro|número|code|no\.?|nr\.?|n[º°]|#)?[ ]{0,2}(?:is|was|ist|lautet|est|es|é|:|=)?[ ]{0,2}(?<value>[a-z]{0,3}\d[\da-z]{0,20}(?:[ ./-][\da-z]{0,4}\d[\da-z]{0,10}){0,6})(?![\p{L}\d])`,
  'dgiu',
);
/** Of a Spaniard (DNI) or a foreigner in Spain (NIE). */
const spanish = /(?<![\w-])(?:[XYZ]\d{7}|\d{8})-?[A-Z](?![\w-])/g;
const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** Numbers by which a state knows a person: by their form where it is theirs alone, else where the text calls them so. */
export const findNationalIds: Detector = function* find(text) {
  for (const { 0: id, index } of text.matchAll(ownForm)) yield { kind: 'national-id', start: index, end: index + id.length };
  for (const { 0: id, index } of text.matchAll(spanish))
    if (hasCheckLetter(id)) yield { kind: 'national-id', start: index, end: index + id.length };
  for (const match of text.matchAll(named)) {
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    const digits = text.slice(start, end).replace(/\D/g, '');
    if (digits.length >= 6) yield { kind: 'national-id', start, end };
  }
};

/** The letter at the end is the number's rest by 23. */
function hasCheckLetter(id: string): boolean {
  const number = id
    .slice(0, -1)
    .replace('-', '')
    .replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return spanishLetters[Number(number) % 23] === id.at(-1);
}
