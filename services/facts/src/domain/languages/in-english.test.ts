import { expect, test } from 'vitest';
import { secondPerson } from '../question/second-person.ts';
import { inEnglish } from './in-english.ts';

const cases = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' -> ') as [string, string, string]);

test.each(
  cases(`
Der Nutzer heißt Jörg -> The user is named Jörg -> Du heißt Jörg
Der Nutzer wohnt seit 2019 in Kiel -> The user lives in Kiel -> Du wohnst seit 2019 in Kiel
Der Nutzer möchte Jo genannt werden -> The user wants to be called Jo -> Du möchtest Jo genannt werden
Der Nutzer arbeitet nicht mehr bei Bosch -> The user no longer works at Bosch -> Du arbeitest nicht mehr bei Bosch
Der Nutzer trinkt keinen Kaffee -> The user not drinks Kaffee -> Du trinkst keinen Kaffee
Der Nutzer trinkt keinen Kaffee mehr -> The user no longer drinks Kaffee -> Du trinkst keinen Kaffee mehr
Der Nutzer raucht nicht mehr -> The user no longer smokes -> Du rauchst nicht mehr
Der Nutzer ist 52 Jahre alt -> The user is 52 years old -> Du bist 52 Jahre alt
Die Frau Anna des Nutzers arbeitet als Ärztin -> The user's wife Anna works as Ärztin -> Deine Frau Anna arbeitet als Ärztin
Der Chef des Nutzers heißt Kurt -> The user's boss is named Kurt -> Dein Chef heißt Kurt
L'utilisateur habite à Lyon -> The user lives in Lyon -> Tu habites à Lyon
L'utilisateur s'appelle Zoé -> The user is named Zoé -> Tu t'appelles Zoé
L'utilisateur ne mange pas de viande -> The user not eats viande -> Tu ne manges pas de viande
Der Nutzer arbeitet auch bei Lidl -> The user also works at Lidl -> Du arbeitest auch bei Lidl
L'utilisateur travaille aussi chez Lidl -> The user also works at Lidl -> Tu travailles aussi chez Lidl
El usuario trabaja también en Lidl -> The user also works at Lidl -> Trabajas también en Lidl
O utilizador trabalha também no Lidl -> The user also works at Lidl -> Trabalhas também no Lidl
L'utilisateur travaille chez Renault -> The user works at Renault -> Tu travailles chez Renault
La femme de l'utilisateur s'appelle Inès -> The user's wife is named Inès -> Ta femme s'appelle Inès
El usuario vive en Murcia -> The user lives in Murcia -> Vives en Murcia
El usuario se mudó a Cádiz -> The user moved to Cádiz -> Te mudaste a Cádiz
El usuario no come carne -> The user not eats carne -> No comes carne
La mujer del usuario se llama Rocío -> The user's wife is named Rocío -> Tu mujer se llama Rocío
O utilizador mora em Braga -> The user lives in Braga -> Moras em Braga
O utilizador já não mora em Braga -> The user no longer lives in Braga -> Já não moras em Braga
O utilizador chama-se Luísa -> The user is named Luísa -> Chamas-te Luísa
O pai do utilizador trabalha em Faro -> The user's father works at Faro -> O teu pai trabalha em Faro
The user lives in Kiel -> The user lives in Kiel -> You live in Kiel`),
)('%s', (text, english, toUser) => {
  expect(inEnglish(text)).toBe(english);
  expect(secondPerson(text)).toBe(toUser);
});
