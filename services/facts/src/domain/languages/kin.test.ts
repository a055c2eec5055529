import { expect, it } from 'vitest';
import { byKinship } from './kin.ts';

const believed = [
  'Der Hund des Nutzers heißt Rex',
  'Die Frau Anna des Nutzers arbeitet bei Bosch',
  "L'utilisateur a deux chats, Minou et Félix",
  'La hija Marta del usuario vive en Londres',
  'El usuario tiene dos hermanos, Luis y Ana',
  'O cão do utilizador chama-se Bobi',
  'O utilizador tem um gato chamado Farrusco',
];

it.each([
  ['Rex ist gestorben', 'Unser Hund Rex ist gestorben'],
  ['Schade. Anna hat gekündigt', 'Schade. Unsere Frau Anna hat gekündigt'],
  ['Félix est mort hier', 'Notre chat Félix est mort hier'],
  ['Marta se mudó a Madrid', 'Mi hija Marta se mudó a Madrid'],
  ['Ana vive en Lugo', 'Mi hermana Ana vive en Lugo'],
  ['O Farrusco morreu', 'O meu gato Farrusco morreu'],
  ['O Bobi morreu', 'O meu cão Bobi morreu'],
])('"%s" says what somebody is to the user', (message, whole) => {
  expect(byKinship(message, believed)).toBe(whole);
});

it.each(['Rex died', 'Rex, komm', 'Otto ist gestorben', 'Ich habe Rex gesucht', 'Wie geht es Rex'])(
  '"%s" stays as it is',
  (message) => {
    expect(byKinship(message, believed)).toBe(message);
  },
);

it('names nobody whom two facts say to be different', () => {
  expect(byKinship('Rex ist gestorben', [...believed, 'Der Bruder des Nutzers heißt Rex'])).toBe('Rex ist gestorben');
});
