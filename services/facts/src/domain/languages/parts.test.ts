import { expect, it } from 'vitest';
import { inEnglish } from './in-english.ts';
import { statedInMessage } from './stated-in-message.ts';

/** A message, and how rules for English read each thing that it says. */
const said = `
Mein Mann heißt Jonas, er ist Bäcker -> The user's husband is named Jonas | The user's husband works as Bäcker
Meine Schwester heißt Ines und sie wohnt jetzt in Köln -> The user's sister is named Ines | The user's sister lives in Köln
Mein Hund heißt Rex, ist drei Jahre alt und mag Käse -> The user's dog is named Rex | The user's dog is three years old | The user's dog likes Käse
Ich wohne in Köln und mag Käse -> The user lives in Köln | The user likes Käse
Ich habe einen Hund, er heißt Rex -> The user has a dog | The user's dog is named Rex
Ich habe eine Tochter, die Zoe heißt, und sie ist vier -> The user has daughter named Zoe | The user's daughter Zoe is four years old
Meine Mutter lebt in Ulm, er ist Arzt -> The user's mother lives in Ulm
Mon mari s'appelle Julien, il est boulanger -> The user's husband is named Julien | The user's husband works as boulanger
Mon frère s'appelle Paul, habite à Lyon et fume -> The user's brother is named Paul | The user's brother lives in Lyon | The user's brother smokes
J'ai une fille, Zoé, elle a 4 ans -> The user has daughter, Zoé | The user's daughter Zoé is 4 years old
J'ai un chien qui s'appelle Rex et qui a trois ans -> The user has a dog named Rex | The user's dog Rex is three years old
Ma mère vit avec mon frère, il est médecin -> The user's mother lives with the user's brother
Mi marido se llama Andrés, tiene 39 años -> The user's husband is named Andrés | The user's husband is 39 years old
Wir haben eine Tochter, Svenja, die in Hamburg als Hebamme arbeitet -> The user has daughter, Svenja | The user's daughter Svenja works in Hamburg als Hebamme
J'ai aussi un fils de 7 ans, Noé, qui habite à Lyon -> The user has son, Noé | The user's son Noé is 7 years old | The user's son Noé lives in Lyon
Temos um filho, o Vasco, de 9 anos, que só pensa em futebol -> The user has son, o Vasco | The user's son Vasco is 9 years old
Tengo una hija, Eva, de 9 años -> The user has daughter, Eva | The user's daughter Eva is 9 years old
Mi hermano Tomás tiene 12 años y hace judo -> The user's brother Tomás is 12 years old | The user's brother Tomás does judo
Ich spiele Schlagzeug und gehe dienstags klettern -> The user plays drums | The user goes dienstags climbing
Ich wohne in Kiel und gehe morgen zum Arzt -> The user lives in Kiel
Je travaille chez Renault et le mardi je fais du yoga -> The user works at Renault | The user does yoga on Tuesday
Trabajo en Correos y los lunes nado -> The user works at Correos | The user swims on Monday
Trabalho como enfermeira e aos domingos corro -> The user works as enfermeira | The user runs on Sunday
Tengo un perro, se llama Rex -> The user has a dog | The user's dog is named Rex
Mi hermano vive en Lugo, no tiene hijos y fuma -> The user's brother lives in Lugo | The user's brother not has children | The user's brother smokes
Meu marido chama-se João, é padeiro -> The user's husband is named João | The user's husband works as padeiro
Tenho uma filha, a Zoé, ela tem 4 anos -> The user has daughter, a Zoé | The user's daughter Zoé is 4 years old
Minha mãe mora em Braga, não fuma -> The user's mother lives in Braga | The user's mother not smokes
`;

it.each(said.trim().split('\n'))('each thing by itself: %s', (line) => {
  const [message = '', english = ''] = line.split(' -> ');
  expect(statedInMessage(message).map(inEnglish)).toEqual(english.split(' | '));
});

it.each(["J'ai deux filles, Ida et Mia, elle a 4 ans", 'Tengo un coche, es rojo'])(
  'nothing is told apart whose subject is not known: %s',
  (message) => expect(statedInMessage(message)).toHaveLength(1),
);
