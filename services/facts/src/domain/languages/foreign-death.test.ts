import { expect, it } from 'vitest';
import { withoutDead } from './foreign-death.ts';

it.each([
  ['Der Nutzer hat zwei Brüder, Max und Ben', 'Mein Bruder Ben ist gestorben', 'Der Bruder des Nutzers heißt Max'],
  ["L'utilisateur a trois chats, Minou, Félix et Léo", 'Mon chat Félix est mort', "L'utilisateur a deux chats, Minou et Léo"],
  ['El usuario tiene dos hermanos, Luis y Ana', 'Mi hermano Luis murió', 'La hermana del usuario se llama Ana'],
  ['O utilizador tem 3 cães, Bobi, Tico e Lua', 'O meu cão Tico morreu', 'O utilizador tem dois cães, Bobi e Lua'],
  ["Les enfants de l'utilisateur s'appellent Hugo et Zoé", 'Ma fille Zoé est morte', "Le enfant de l'utilisateur s'appelle Hugo"],
])('of "%s", "%s" leaves "%s"', (content, sentence, left) => {
  expect(withoutDead(content, sentence)).toBe(left);
});

it.each([
  ['Der Nutzer hat zwei Brüder, Max und Ben', 'Mein Onkel Ben ist gestorben'],
  ['Der Nutzer hat zwei Brüder, Max und Ben', 'Mein Bruder ist gestorben'],
  ['Der Nutzer hat drei Brüder, Max und Ben', 'Mein Bruder Ben ist gestorben'],
  ['Der Nutzer hat zwei Brüder, Max und Ben', 'Mein Bruder Ben ist umgezogen'],
])('of "%s", "%s" says nothing', (content, sentence) => {
  expect(withoutDead(content, sentence)).toBeNull();
});
