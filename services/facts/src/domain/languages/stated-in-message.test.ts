import { expect, it } from 'vitest';
import { inEnglish } from './in-english.ts';
import { statedInMessage } from './stated-in-message.ts';

/** A message, what it says, and how rules for English read it. */
const said = `
Meine Miete beträgt jetzt 980 Euro -> Die Miete des Nutzers ist 980 Euro -> The user's rent is 980 Euro
Ich zahle 950 Euro Miete -> Die Miete des Nutzers ist 950 Euro -> The user's rent is 950 Euro
Ich habe ein neues Auto, einen Skoda -> Das Auto des Nutzers ist ein Skoda -> The user's car is a Skoda
Ich fahre einen Golf -> Der Nutzer fährt einen Golf -> The user drives a Golf
Ich habe aufgehört zu rauchen -> Der Nutzer raucht nicht mehr -> The user no longer smokes
Ich habe mit dem Kaffee aufgehört -> Der Nutzer trinkt keinen Kaffee mehr -> The user no longer drinks Kaffee
Ich habe aufgehört, Fleisch zu essen -> Der Nutzer isst kein Fleisch mehr -> The user no longer eats Fleisch
Ich bin von O2 zu Vodafone gewechselt -> Der Nutzer ist von O2 zu Vodafone gewechselt -> The user switched from O2 to Vodafone
Mein neuer Chef ist Olaf -> Der Chef des Nutzers ist Olaf -> The user's boss is named Olaf
Meine Chefin ist jetzt Petra -> Die Chefin des Nutzers ist Petra -> The user's boss is named Petra
Mein Chef ist Vegetarier -> Der Chef des Nutzers ist Vegetarier -> The user's boss is Vegetarier
Mein Chef ist Ingenieur -> Der Chef des Nutzers ist Ingenieur -> The user's boss works as Ingenieur
Ich bin mit Luc verheiratet -> Der Nutzer ist mit Luc verheiratet -> The user is married to Luc
Mein Stundensatz ist jetzt 90 Euro -> Der Stundensatz des Nutzers ist 90 Euro -> The user's fee is 90 Euro
Mein neuer Steuerberater ist Frau Klee -> Der Steuerberater des Nutzers ist Frau Klee -> The user's accountant is named Frau Klee
Mon salaire est de 2500 euros -> Le salaire de l'utilisateur est de 2500 euros -> The user's salary is 2500 euros
Mi madre se mudó a Cádiz -> La madre del usuario se mudó a Cádiz -> The user's mother moved to Cádiz
Estoy casada con Pablo -> El usuario está casada con Pablo -> The user is married to Pablo
Minha mãe mudou-se para Faro -> A mãe do utilizador mudou-se para Faro -> The user's mother moved to Faro
Mon loyer est maintenant de 950 euros -> Le loyer de l'utilisateur est de 950 euros -> The user's rent is 950 euros
Je paie 980 euros de loyer -> Le loyer de l'utilisateur est de 980 euros -> The user's rent is 980 euros
J'ai une nouvelle voiture, une Dacia -> La voiture de l'utilisateur est une Dacia -> The user's car is a Dacia
J'ai arrêté le café -> L'utilisateur ne bois plus de café -> The user no longer drinks café
J'ai arrêté le tabac -> L'utilisateur a arrêté le tabac -> The user stopped smoking
J'ai arrêté de fumer -> L'utilisateur ne fume plus -> The user no longer smokes
Je suis passée de SFR à Orange -> L'utilisateur est passé de SFR à Orange -> The user switched from SFR to Orange
Ahora pago 950 euros de alquiler -> El alquiler del usuario es de 950 euros -> The user's rent is 950 euros
Mi coche nuevo es un Dacia -> El coche del usuario es un Dacia -> The user's car is a Dacia
He dejado de fumar -> El usuario ya no fuma -> The user no longer smokes
Ya no fumo -> El usuario ya no fuma -> The user no longer smokes
Não fumo -> O utilizador não fuma -> The user not smokes
He dejado el café -> El usuario ya no bebe café -> The user no longer drinks café
Me he cambiado de Vodafone a Movistar -> El usuario cambió de Vodafone a Movistar -> The user switched from Vodafone to Movistar
Agora pago 950 reais de aluguel -> O aluguer do utilizador é de 950 reais -> The user's rent is 950 reais
O meu carro novo é um Dacia -> O carro do utilizador é um Dacia -> The user's car is a Dacia
Parei de fumar -> O utilizador já não fuma -> The user no longer smokes
Deixei o café -> O utilizador já não bebe café -> The user no longer drinks café
Ich bin nicht gegen Nüsse allergisch -> Der Nutzer ist nicht allergisch gegen Nüsse -> The user not is allergic to Nüsse
Je ne suis plus végétarienne -> L'utilisateur n'est plus végétarienne -> The user no longer is végétarienne
Ya no soy vegano -> El usuario ya no es vegano -> The user no longer is vegano
Já não sou vegetariana -> O utilizador já não é vegetariana -> The user no longer is vegetariana
J'ai onze ruches maintenant -> L'utilisateur a onze ruches -> The user has eleven ruches
Mein Zahnarzttermin ist am 5. Mai um 10 Uhr -> Der Zahnarzttermin des Nutzers ist am 5 Mai um 10 Uhr -> The user's dentist appointment is on 5 May at 10
Die Prüfung wurde auf den 9. Mai verschoben -> Die Prüfung des Nutzers ist am 9 Mai -> The user's exam is on 9 May
J'ai rendez-vous chez le dentiste le 12 mars -> Le rendez-vous de l'utilisateur chez le dentiste est le 12 mars -> The user's appointment chez le dentiste is on 12 March
L'examen est annulé -> Le examen de l'utilisateur est annulé -> The user's exam is cancelled
L'opération est reportée au 3 mai -> La opération de l'utilisateur est le 3 mai -> The user's surgery is on 3 May
Mon examen est reporté au 20 mars -> Le examen de l'utilisateur est le 20 mars -> The user's exam is on 20 March
La cita con el médico es el 9 de marzo -> La cita del usuario con el médico es el 9 de marzo -> The user's appointment con el médico is on 9 March
A minha consulta foi adiada para 5 de maio -> A consulta do utilizador é a 5 de maio -> The user's appointment is on 5 May
A minha viagem a Roma foi cancelada -> A viagem do utilizador a Roma está cancelado -> The user's trip a Roma is cancelled
Ich habe gestern entbunden -> Der Nutzer hat entbunden -> The user gave birth
Di a luz ayer -> El usuario dio a luz -> The user gave birth
Mi mujer está embarazada -> La mujer del usuario está embarazada -> The user's wife is pregnant
Meine Lieblingsband ist Blur -> Die Lieblingsband des Nutzers ist Blur -> The user's favourite band is Blur
Ya no me gusta Blur -> Al usuario ya no le gusta Blur -> The user no longer likes Blur
Ich habe jetzt nur noch 30 Kühe -> Der Nutzer hat 30 Kühe -> The user has 30 Kühe
O meu novo médico é a Dra. Lopes -> O médico do utilizador é a Dra Lopes -> The user's doctor is named Dra Lopes
Não bebo café mais -> O utilizador já não bebe café -> The user no longer drinks café
`;

it.each(said.trim().split('\n'))('%s', (line) => {
  const [message = '', statement, english] = line.split(' -> ');
  const found = statedInMessage(message);
  expect([found, found.map(inEnglish)]).toEqual([[statement], [english]]);
});

it.each([
  'Ich zahle 50 Euro',
  'Ich fahre einen Umweg',
  'Ich habe zehn Minuten',
  'Je paie 50 euros',
  "Je ne suis pas du tout d'accord",
  "J'ai dix minutes",
  'He dejado las llaves en casa',
  'No soy de los que esperan',
  'Pago 50 euros',
])('nothing of the kind is said: %s', (message) => expect(statedInMessage(message)).toEqual([]));

it('says each of two things that somebody does', () => {
  expect(statedInMessage('Mein Mann Tobias hat gekündigt und arbeitet jetzt bei Audi')).toEqual([
    'Der Mann Tobias des Nutzers hat gekündigt',
    'Der Mann Tobias des Nutzers arbeitet bei Audi',
  ]);
});
