import { expect, it } from 'vitest';
import { statementOf, states, textTerms } from './statement.ts';

const isStated = (fact: string, text: string) => states(textTerms(text), statementOf(fact));

it('a text states a fact whose words it holds, in any order, said by anybody', () => {
  expect(isStated('The user lives in Bergen', 'In Bergen I live.')).toBe(true);
  expect(isStated('The user’s dog is called Rex', 'My dog? Rex he is called!')).toBe(true);
  expect(isStated('The user lives in Bergen', 'I was in Bergen')).toBe(false);
  expect(isStated('ユーザーは東京に住む', '東京に住む')).toBe(false);
  expect(isStated('東京に住む', 'ユーザーは東京に住む')).toBe(true);
});

it.each([
  ['The user owns a red boat', 'I own a red boat'],
  ['The user goes to the gym', 'I go to the gym'],
  ['The user tries to sleep', 'I try to sleep'],
  ['The user flies to Rome', 'I fly to Rome'],
  ['The user teaches maths', 'I teach maths'],
  ['The user uses vim', 'I use vim'],
  ['The user misses Ann', 'I miss Ann'],
])('"%s" is stated in "%s"', (fact, text) => {
  expect(isStated(fact, text)).toBe(true);
  expect(isStated(fact, text.replace(/\w+$/, ''))).toBe(false);
});

it.each([
  ['Der Nutzer wohnt in Leipzig', 'Vergiss, dass ich in Leipzig wohne'],
  ['Der Nutzer arbeitet bei Bosch', 'Ja, ich arbeite bei Bosch'],
  ['Der Nutzer fährt einen Golf', 'ich fahre einen Golf'],
  ['Der Nutzer hat einen Hund', 'Ich habe einen Hund'],
  ['Der Nutzer isst kein Fleisch', 'Ich esse kein Fleisch'],
  ['Die Frau des Nutzers heißt Anne', 'Meine Frau heißt Anne'],
  ["L'utilisateur habite à Lyon", "J'habite à Lyon"],
  ["L'utilisateur travaille chez Renault", 'Je travaille chez Renault'],
  ["L'utilisateur a deux chats", "J'ai deux chats"],
  ["L'utilisateur s'intéresse à la voile", "Je m'intéresse à la voile"],
  ["Le chien de l'utilisateur s'appelle Rex", "Mon chien s'appelle Rex"],
  ['El usuario vive en Lima', 'Vivo en Lima'],
  ['El usuario trabaja de enfermero', 'Trabajo de enfermero'],
  ['El usuario tiene dos hijas', 'Tengo dos hijas'],
  ['Al usuario le gusta nadar', 'Me gusta nadar'],
  ['O utilizador mora em Braga', 'Moro em Braga'],
  ['O utilizador tem um gato', 'Tenho um gato'],
  ['O utilizador é médico', 'Sou médico'],
])('"%s" is stated in "%s"', (fact, text) => {
  expect(isStated(fact, text)).toBe(true);
  expect(isStated(fact, text.replace(/\p{L}+$/u, ''))).toBe(false);
});

it('what others do in another language is not what the user does', () => {
  expect(isStated('Der Nutzer wohnt in Leipzig', 'Ich war in Leipzig')).toBe(false);
  expect(isStated('El usuario vive en Lima', 'Mi hermana nada en Lima')).toBe(false);
});

it('a fact of one word, or of none, is stated nowhere', () => {
  expect(isStated('Bergen', 'Bergen, Bergen')).toBe(false);
  expect(isStated('The user is', 'The user is')).toBe(false);
});

it('a word that every object knows is a word', () => {
  expect(isStated('The constructor broke', 'It broke')).toBe(false);
});
