import { expect, it } from 'vitest';
import { redact } from '../find-sensitive.ts';
import { findPersonal } from './find-personal.ts';

const kindsIn = (text: string) => [...new Set(findPersonal(text).map(({ kind }) => kind))];

it.each([
  'My SSN is 536-22-1234',
  'social security number: 536 22 1234',
  'my passport number is X1234567',
  'passport no. 533380006',
  'national insurance number QQ 12 34 56 C, or AB123456C',
  'mein Reisepass: C01X00T47',
  'Steuer-ID 12 345 678 901',
  'mi DNI es 12345678Z',
  'me llamo Ana, 12345678Z',
  'o meu CPF é 529.982.247-25',
  'numéro de sécurité sociale 2 69 05 49 588 157',
])('a number of a state: %s', (text) => {
  expect(kindsIn(text)).toEqual(['national-id']);
});

it.each([
  'The user has type 2 diabetes',
  'The user was diagnosed with asthma',
  "The user's mother is allergic to bees",
  'The user takes antidepressants',
  'The user is pregnant',
  'sou alérgico a amendoim',
  'ich bin schwanger',
  'ich vertrage keine Laktose',
  'je suis enceinte',
  'tengo migrañas',
])('what is said of health: %s', (text) => {
  expect(kindsIn(text)).toEqual(['health']);
});

it.each([
  'The user lives in Lisbon',
  "The user's passport expires in 2027",
  "The user's passport expires on 12.05.2027",
  'order number 536-221-234',
  'commit 12345678A',
  'The user works in cancer research',
  'We diagnosed the bug in the parser',
  'The user goes running and eats healthy food',
  'The user is a vegetarian and likes tea',
  'the id card reader is broken',
  'the social security office is closed at 10:30 on 2027-05-12',
])('nothing of the sort: %s', (text) => {
  expect(findPersonal(text)).toEqual([]);
});

it('is redacted where it stands, and the rest stays', () => {
  const text = 'I have diabetes, my passport number is X1234567, and I live in Lisbon.';
  expect(redact(text, findPersonal(text))).toBe(
    'I have [redacted: health], my passport number is [redacted: national-id], and I live in Lisbon.',
  );
});

it.each([
  'passport ',
  'dni 1',
  '123-45-',
  'A1 ',
  '1.',
  'diagnosed ',
  'allerg',
  '12345678',
  'a@',
  'a.',
  '+1 ',
  '0 ',
  '(1',
  'phone ',
  '1 A ',
  '1 rue ',
  'Rua A ',
  'Aa Aa',
  'straße ',
  '4155550100 ',
])('a long text of %j is looked through in time that grows as it does', (piece) => {
  // A pattern that goes back over what it has read would not end within the test's time.
  expect(findPersonal(piece.repeat(Math.ceil(262_144 / piece.length))).length).toBeGreaterThanOrEqual(0);
});
