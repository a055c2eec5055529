import { expect, test } from 'vitest';
import type { ComparedFact } from '../fact/compared-fact.ts';
import { reconcileByRules } from './reconcile-by-rules.ts';

function belief(id: string, content: string): ComparedFact {
  const unsaid = { subject: null, predicate: null, object: null, valid_from: null, valid_to: null };
  return { id, content, timestamp: '2026-01-01T00:00:00.000Z', trust: 'user', ...unsaid };
}

/** What becomes of a known fact. */
function decided(known: string, fresh: string): string | undefined {
  return reconcileByRules([belief('fresh', fresh)], [belief('known', known)])[0]?.event;
}

const cases = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]);

test.each(
  cases(`
The user's wedding is on 12 June | The user called off the wedding
The user's trip to Rome is on 3 May | The user cancelled their trip to Rome
The user's party is on 3 May | The user's party was cancelled
The user's tractor is a Deutz | The user sold the Deutz and bought a Fendt
The user's car is a Golf | The user part-exchanged the Golf for a Kia
The user's employer is Acme | The user left Acme
The user's club is Harriers | The user quit Harriers
The user takes cetirizine every morning | The user switched from cetirizine to loratadine
The user's daughter Lotte plays the oboe | The user's daughter Lotte switched from oboe to bassoon
The user's social worker is Mrs Adeyemi | The user's new social worker is Mr Brandt
The user banks with Barclays | The user's new bank is Monzo
The user's visa expires on 3 May 2027 | The user's new visa expires on 4 June 2029
The user's 10k personal best is 43:10 | The user's new 10k PB is 41:30
The user's mobile contract is with Vodafone | The user has moved from Vodafone to Orange
The user's nanny is named Rosa | Rosa quit
The user's doctor is named Dr Lee | The user's doctor retired
The user's manager at the clinic is Helen | Helen has left
The user's CTO is Ben | Ben left the company
The user's gardener is named Piet | The user's gardener Piet retired
The user works nights | The user switched to the day shift
The user works the late shift | The user has moved to the early shift
The user works full time | The user has gone part time
The user's best friend is named Zoe | The user and Zoe are no longer friends
The user's best friend is named Zoe | The user and Zoe fell out
The user's business partner is named Ron | The user and Ron parted ways
The user's visa expires on 30 September | The user's visa was extended until 31 March 2027
The user's manager at the clinic is Helen | The user's manager at the clinic is Deborah
Der Hausarzt des Nutzers heißt Dr Weber | Der Hausarzt des Nutzers ist jetzt Dr Kern
Le médecin de l'utilisateur s'appelle Dr Morel | Le médecin de l'utilisateur est le Dr Petit
El entrenador del usuario es Pablo | El entrenador del usuario es Luis
O treinador do utilizador é o Paulo | O treinador do utilizador é o Luís
The user's coach is named Lars | The user has a new coach, Petra
The user banks with Barclays | The user moved their account to Monzo
The user banks with Barclays | The user has switched banks to Monzo
The user's car is insured with Allianz | The user has switched their car insurance to Aviva
The user's runway is 9 months | The user's runway is down to 5 months
The user milks 120 cows | The user milks 140 cows
The user's password manager is named Bitwarden | The user switched from Bitwarden to 1Password
The user's window manager is i3 | The user has switched from i3 to sway
The user's favourite band is Blur | The user does not like Blur any more
The user's favourite dish is paella | The user hates paella
The user studies law | The user graduated
The user studies computer science at Graz | The user finished their degree
The user is a law student at Leeds | The user graduated on 3 December 2025
The user is pregnant | The user gave birth on 31 December 2025
The user's wife is pregnant | The user's son Leo was born in the week of 29 December 2025
The user's girlfriend Ida is six months pregnant | The user's daughter was born
The user's wife is expecting a baby | The user's wife had a boy
The user's daughter Anna is expecting her second in August | Anna had a girl, Sophie
Anna is pregnant | The user's daughter Anna gave birth
The user works part time at a cafe named Luna | The user quit the cafe job
The user works at a bank | The user left their job at the bank
The user's coach is named Ines | The user stopped working with Ines
The user works Saturdays at a kennel | The user stopped working at the kennel
The user's mechanic is Tomas | Tomas quit
The user's wedding is 19 September | The user and Marc called off the wedding
Jim's number is 07700 900123 | Jim's new number is 07700 900999
The user's tax advisor is named Mrs Nagel | The user's tax adviser is Mr Busch
Der Nutzer ist schwanger | Der Nutzer hat entbunden
Die Frau des Nutzers ist schwanger | Die Tochter Mia des Nutzers ist gestern geboren
L'utilisateur est enceinte | L'utilisateur a accouché
El usuario está embarazada | El usuario dio a luz
O utilizador está grávida | O utilizador deu à luz
Der Nutzer studiert Medizin | Der Nutzer hat das Studium abgeschlossen
L'utilisateur étudie la médecine | L'utilisateur a terminé ses études
El usuario estudia medicina | El usuario terminó la carrera
O utilizador estuda medicina | O utilizador terminou o curso
Die Lieblingsband des Nutzers ist Blur | Der Nutzer mag Blur nicht mehr
Le groupe préféré de l'utilisateur est Blur | L'utilisateur n'aime plus Blur
El grupo favorito del usuario es Blur | Al usuario ya no le gusta Blur
A banda favorita do utilizador é Blur | O utilizador já não gosta de Blur
Die Reise des Nutzers nach Rom ist im Mai | Die Reise des Nutzers nach Rom ist abgesagt
Le voyage de l'utilisateur à Rome est en mai | Le voyage de l'utilisateur à Rome est annulé
El viaje del usuario a Roma es en mayo | El viaje del usuario a Roma está cancelado
A viagem do utilizador a Roma é em maio | A viagem do utilizador a Roma está cancelado
Der Termin des Nutzers ist am 3 Mai | Der Termin des Nutzers ist am 5 Mai um 10 Uhr
La cita del usuario con el médico es el 5 de marzo | La cita del usuario con el médico es el 9 de marzo
The user takes metoprolol 100 mg in the morning | The user stopped taking metoprolol
The user takes 10 mg of ramipril | The user stopped taking ramipril
The user's son Finn is 6 years old | Finn turned 7 on Saturday
The user's accountant is Frau Nagel | The user's accountant is Herr Busch
Rocky takes carprofen | Rocky is off the carprofen
Der Sohn Jakob des Nutzers studiert in Wien | Der Sohn Jakob des Nutzers ist mit dem Studium fertig
The user's grade in maths is C | The user's grade in maths is B
The user's 10k record is 42:10 | The user's 10k record is 41:30`),
)('%s is over: %s', (known, fresh) => {
  expect(decided(known, fresh)).toBe('UPDATE');
});

test.each(
  cases(`
The user's best friend is named Zoe | The user and Ida are no longer friends
The user's sister is named Zoe | The user and Zoe are no longer friends
The user's book club is on 12 June | The user called off the wedding
The user's sister is named Rosa | Rosa quit
The user's nanny is named Rosa | Ines quit
The user's nanny is named Rosa | Rosa left the party
The user's favourite band is Muse | The user left Muse
The user's hometown is Leeds | The user left Leeds
The user's sister is with Vodafone | The user has moved from Vodafone to Orange
The user's office is in Leeds | The user moved from Leeds to York
The user's manager at the clinic is Helen | The user's manager at the hospice is Paul
The user's favourite book is Dune | The user finished Dune
The user's manager at the clinic is named Blur | The user switched from Blur to Muse
The user's favourite band is Blur | The user does not like Oasis any more
The user's favourite album is Blur Live | The user does not like Blur any more
The user studies Korean | The user graduated
The user studies law | The user graduated in 2015
The user studies law | The user's sister graduated
The user's wife is pregnant | The user's son Leo was born in 2019
The user's wife is pregnant | The user's son Leo was born on 3 May 2025
The user's wife is pregnant | The user's niece Mia was born
The user's sister is pregnant | The user's daughter was born
The user's wife's car is a Golf | The user's car is a Polo
The user's daughter Ida is pregnant | Anna had a girl
The user works at a bank | The user left their job at the bakery
The user's coach is named Ines | The user stopped working with Paul
Lena is vegetarian | Ida eats fish again
El usuario estudia inglés | El usuario terminó la carrera
Die Reise des Nutzers nach Wien ist im Mai | Die Reise des Nutzers nach Rom ist abgesagt
Der Termin des Nutzers beim Zahnarzt ist am 3 Mai | Der Termin des Nutzers beim Notar ist am 5 Mai
Die Lieblingsband des Nutzers ist Muse | Der Nutzer mag Blur nicht mehr
The user works days | The user's brother switched to the day shift
The user's grade in maths is C | The user's grade in physics is B
The user's car is insured with Allianz | The user has switched their home insurance to Aviva`),
)('%s stands: %s', (known, fresh) => {
  expect(decided(known, fresh)).toBe('NONE');
});

test('who eats fish again is no vegetarian', () => {
  expect(decided('Lena is vegetarian', 'Lena eats fish again')).toBe('DELETE');
});

test.each(
  cases(`
L'utilisateur a un chien qui s'appelle Filou | Le chien Filou de l'utilisateur est mort
O utilizador tem um gato chamado Farrusco | O gato Farrusco do utilizador morreu
El usuario tiene un perro llamado Rex | El perro Rex del usuario murió ayer
The user has a dog named Rex | The user's dog Rex died`),
)('who was there is so no more: %s, %s', (known, fresh) => {
  expect(decided(known, fresh)).toBe('DELETE');
});
