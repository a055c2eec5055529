import { describe, expect, test } from 'vitest';
import type { ComparedFact } from '../fact/compared-fact.ts';
import { reconcileByRules } from './reconcile-by-rules.ts';

function belief(id: string, content: string, more: Partial<ComparedFact> = {}): ComparedFact {
  const unsaid = { subject: null, predicate: null, object: null, valid_from: null, valid_to: null };
  return { id, content, timestamp: '2026-01-01T00:00:00.000Z', trust: 'user', ...unsaid, ...more };
}

/** What becomes of a known fact and of a new one. */
function decided(known: string, fresh: string): string {
  return reconcileByRules([belief('fresh', fresh)], [belief('known', known)])
    .map(({ event }) => event)
    .join(' ');
}

const cases = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]);

describe('said already', () => {
  test.each(
    cases(`
The user likes tea | The user really likes tea.
The user likes tea | the user likes tea!
The user’s wife is named Anne | The user's wife is called Anne
The user's name is Bob | The user is called Bob
The user doesn't like tea | The user does not like tea
The user lives in Lisbon, Portugal | The user lives in Lisbon
The user takes 10 mg of ramipril daily | The user takes 10 mg of ramipril
The user has lived in Porto since 2019 | The user lives in Porto
The user's favorite color is green | The user's favourite colour is green
The user has a dog named Rex | The user has a dog
The user's wife is named Anne | The user's wife is Anne
The name of the user's cat is Miso | The user's cat is named Miso
The deadline for the offer is 30 June | The deadline for the offer is June 30th
The flight to Madrid leaves at 18:05 | The flight to Madrid leaves at 6:05 pm
The user's birthday is 12 March | The user's birthday is on 12 March`),
  )('%s | %s', (known, fresh) => {
    expect(decided(known, fresh)).toBe('NONE NONE');
  });
});

describe('takes its place', () => {
  test.each(
    cases(`
The user lives in Bern | The user lives in Basel
The user lives in Bern | The user moved to Basel
The user lives in Bern | The user has moved to Basel in 2025
The user lives in Lisbon | The user lives in Lisbon, Portugal
The user lives in Lisbon | The user used to live in Lisbon
The user works at Siemens | The user works for Nokia
The user works at Siemens | The user got the job at Nokia
The user works at Siemens | The user landed a post with Nokia
The user works at Siemens | The user started a job at Nokia on 5 January 2026
The user works at Siemens | The user started at Nokia
The user's wife is named Anne | The user's wife is named Eva
The user's name is Bob | The user is named Robert
The user wants to be called Bob | The user wants to be called Bobby
The user is 34 years old | The user is 35 years old
The user has two kids | The user has three kids
The user likes tea | The user loves tea
The user's favorite color is green | The user's favourite colour is blue
The budget of the project is 400 euros | The budget of the project is 500 euros
The deploy key is in vault 7 | The deploy key is in vault 9
The user has a dog | The user has a dog named Rex
The user plays chess | The user plays chess in a club on Wednesdays
The user is single | The user has a girlfriend
The user's sister Carla is single | Carla has a boyfriend
The user's brother Theo drives a Fiat | Theo sold the Fiat
The user is single | The user's boyfriend is named Tom
The user has a girlfriend | The user is single again
The user's girlfriend is named Mia | The user broke up
The user's girlfriend works at Nokia | The user is single
The user's partner is named Kim | The user just split up
The user rides a bike | The user's bike got stolen
The user is learning Spanish | The user stopped learning Spanish
The user is playing tennis | The user has given up playing tennis
I have a bike | My bike was sold
I am single | I have a girlfriend
I'm single | The user's boyfriend is named Tom
I live in Bern | I moved to Basel
The user's puppy is named Biscuit | The user gave away Biscuit
The user's dog is named Rex | The user sold their dog
The user works at Siemens | The user lost their job
The user works at Siemens | The user resigned
The user is vegetarian | The user turned vegan
The user has a mortgage with Barclays | The user paid off their mortgage in May
The user's flatmate is named Rob | Rob moved out
The user's roommate Rob is a chef | The user's roommate Rob moved out
The user lives with Kim | Kim has moved out of the flat
The user has moved to Denver | The user moved to Austin
The user lives in Bern | The user moved to a small village
The user lives in Bern | The user moved to the Netherlands
The user's doctor is Dr Ferreira | The user's doctor is Dr. Antunes
The user's landlord is Mr Pereira | The user's landlord is Ms Coelho
The spare key is under the red pot | The spare key is with the neighbour in number 7
The budget of the project is 40,000 euros | The budget of the project is 55,000 euros
The flight to Oslo leaves at 7:40 | The flight to Oslo leaves at 9:15
The hotel is booked for three nights | The hotel is booked for four nights
The loan for the car runs until 2027 | The loan for the car runs until 2029
The user runs three times a week | The user runs twice a week
The meeting is on Monday | The meeting is on Tuesday
The user's time zone is CET | The user's time zone is EST
The wifi password is swordfish | The wifi password is marlin
The deadline is Friday | The deadline is on Monday
The course starts at 9 | The course starts at 10
Locker 3 opens with code 39 | Locker 3 opens with code 52
The weekly review is on Tuesday at 10 | The weekly review was moved to Thursday
The weekly review is on Tuesday | The weekly review is on Tuesday at 10
The rent is 800 euros | The rent was raised to 850 euros
The user smokes | The user has quit smoking
The user owns a motorbike | The user has sold the motorbike
The user drinks coffee in the morning | The user gave up coffee and drinks tea in the morning
The user works at Siemens | The user left Siemens in March
The user works as a nurse at St Mary's | The user quit their job last week
Tim is five years old | Tim is six
The user's son Tim is 5 years old | Tim is six
The user's wife works at Siemens | The user's wife doesn't work there any more
The user is an engineer at Siemens | The user is a manager at Bosch
The user works at Siemens | The user is a manager at Bosch
Der Vater des Nutzers ist Lehrer | Der Vater des Nutzers ist in Rente
Die Freundin des Nutzers heißt Eva | Der Nutzer ist getrennt
The user's passport expires in May 2027 | The user's new passport is valid until 2036
The user's daughter goes to kindergarten | The user's daughter started school
The user uses Chrome | The user switched to Firefox
The user uses Vim | The user switched from Vim to Emacs
The user is single | The user is engaged to Mara
The user prefers window seats | The user prefers aisle seats
The user is a nurse | The user is a teacher
The office in Utrecht has 40 desks | The office in Utrecht has 45 desks
The user takes the bus to work | The user cycles to work
The team lead is Mara | The team lead is Jun since March
The user lives alone | The user lives with Mara
The project is called Heron | The project was renamed to Egret
The API is written in Python | The API is written in Go
The user lives in Bath | The user moved from Bath to Wells
The user lives in Wick | The user moved from Wick to Thurso
The user lives in Wick | The user moved from Oslo to Bergen
The user lives in Wick | The user moved from Thurso to Leeds last year
The user lives in Wick | The user moved from Thurso to a flat in Dale
The user lives in Wick | The user relocated from Thurso to Dale
The user lives in Wick | The user moved house from Thurso to Dale
Der Nutzer wohnt in Kiel | Der Nutzer wohnt jetzt in Bremen
Der Chef des Nutzers heißt Jens | Der Chef des Nutzers ist Petra
Die Chefin des Nutzers heißt Anna | Der Chef des Nutzers ist Frau Kern
Die Miete des Nutzers ist 900 Euro | Die Miete des Nutzers ist 980 Euro
Das Auto des Nutzers ist ein Golf | Das Auto des Nutzers ist ein Skoda
The user drives a Golf | The user's new car is a Skoda
The user's wife drives a Golf | The user's wife's new car is a Skoda
The user drives a Golf | The user's car is a Skoda Fabia
The user's car is a Golf | The user drives a Skoda
Der Nutzer fährt einen Golf | Das Auto des Nutzers ist ein Skoda
L'utilisateur conduit une Golf | La voiture de l'utilisateur est une Skoda
El usuario conduce un Golf | El coche del usuario es un Skoda
O utilizador conduz um Golf | O carro do utilizador é um Skoda
Le loyer de l'utilisateur est de 900 euros | Le loyer de l'utilisateur est de 950 euros
L'utilisateur fume | L'utilisateur a arrêté le tabac
El coche del usuario es un Seat | El coche del usuario es un Dacia
Die Frau des Nutzers heißt Anna | Die Frau des Nutzers heißt Eva
L'utilisateur travaille chez Renault | L'utilisateur travaille chez Airbus
El usuario vive en Murcia | El usuario se mudó a Cádiz
O utilizador mora em Braga | O utilizador mora em Évora`),
  )('%s | %s', (known, fresh) => {
    expect(decided(known, fresh)).toBe('UPDATE ADD');
  });
});

describe('contradicts it', () => {
  test.each(
    cases(`
The user loves pizza | The user hates pizza
The user likes tea | The user does not like tea
The user does not like tea | The user likes tea
The user likes tea | The user can't stand tea
The user is allergic to nuts | The user is not allergic to nuts
The user plays chess | The user never plays chess
The building has a lift | The building has no lift
The office is open on 24 December | The office is closed on 24 December
The user lives in Lisbon, Portugal | The user no longer lives in Lisbon
The user does not live in Rome | The user lives in Rome
The user drinks coffee in the morning | The user does not drink coffee
The invoice is unpaid | The invoice is paid
The user likes mushrooms | The user has gone off mushrooms
The user has a dog | The user's dog died
The user wants to be called Bobby | The user wants the assistant to never call them Bobby
The user's name is Bob | The user is not named Bob
The user has no pets | The user has a cat
The user has two cats | The user no longer has cats
Der Nutzer hat zwei Katzen | Der Nutzer hat keine Katzen mehr
The user lives with their parents | The user moved out of their parents' house
The user is going to Rome in May | The user is not going to Rome
The user does not have any pets | The user has a cat called Miso
The user does not have any pets | The user adopted two small dogs
The user has no children | The user's son is named Max
The user has no siblings | The user's sister Ida lives in Rome
The user has no kids | The user's son Max was born on 29 November 2026
The user does not have a car | The user bought a Golf on 29 November 2026
The user has no car | The user's new car is a Skoda
The user's car is a Skoda | The user does not have a car
The user is flying to Rome on Friday | The trip to Rome is off
The user is flying to Rome on Friday | The user's trip to Rome was cancelled
The user's coach is named GM Hort | The user's coach is no longer GM Hort
The user's wife is named Anna | The user's wife is not named Anna but Hannah
The trip to Rome is planned for May | The trip to Rome was cancelled
Der Nutzer arbeitet bei Bosch | Der Nutzer arbeitet nicht mehr bei Bosch
L'utilisateur mange de la viande | L'utilisateur ne mange pas de viande
O utilizador mora em Braga | O utilizador já não mora em Braga`),
  )('%s | %s', (known, fresh) => {
    expect(decided(known, fresh)).toBe('DELETE ADD');
  });
});

describe('is left alone', () => {
  test.each(
    cases(`
The user likes tea | The user likes coffee
The user likes tea | The user likes green tea
The user likes tea | The user does not like green tea
The user loves pizza | The user's wife hates pizza
The user has a cat named Miso | The user has a cat named Luna
The user's brother is named Tom | The user's brother is named Ben
The user's sister lives in Rome | The user's sister lives in Milan
The user's wife lives in Bern | The user lives in Basel
The user's wife is a doctor | The user's wife is tall
Anne is Carl's wife | Carl is Anne's wife
The user speaks Dutch | The user speaks French
The user is learning Spanish | The user stopped learning Greek
The user is learning Spanish | The user is learning Greek
The user's son is named Rex | The user gave away Rex
The user works at Siemens | The user's wife lost her job
The user lives in Bern | The user moved to the 5th floor
The user lives in Bern | The user moved to a bigger team
The user lives in Bern | The user moved to part-time
The user lives in Bern | The user moved from O2 to EE
The user lives in Kiel | The user moved from Siemens to Bosch
The user lives in Kiel | The user left Siemens for Bosch
The user drives a Golf | The user's second car is a Skoda
The user works at Siemens | The user is a goalkeeper at FC Ede
The user works at Siemens | The user is a student at Leeds
The user has two dogs | The user does not have a cat
The user's wife works at Siemens | The user doesn't work there any more
The user works at Siemens | The user also works at Lidl
Der Nutzer arbeitet bei Aldi | Der Nutzer arbeitet auch bei Lidl
L'utilisateur travaille chez Renault | L'utilisateur travaille aussi chez Lidl
El usuario trabaja en Seat | El usuario trabaja también en Lidl
O utilizador trabalha na Galp | O utilizador trabalha também no Lidl
The user works at Siemens | The user is also a lecturer at Leeds
The user works at Siemens | The user is a part-time teacher at Leeds
The user also works at Lidl | The user works at Siemens
The user's sister drives a Golf | The user's sister's car is a Skoda
The user's brother is named Tom | The user does not have a sister
The user has children | The user's son is named Max
The user has a car | The user's car is a Skoda
The user has no pets | The user's dog sitter is Ann
The user has no pets | The user has seen two cats
The user has no pets | The user has sold the cat
The user has no pets | The user's late cat was black
The user has no children | The user's sister's son is named Max
The user has no children | The user's son-in-law is a vet
The user has no car | The user has a focus group on Friday
The user's cat is named Miso | The user does not have a dog
The user works at Siemens | The user quit their gym
The user is flying to Rome on Friday | The trip to Oslo is off
Tim is six | Ben is seven
The user drives a Golf | The user's company car is a Skoda
The user drives a Golf | The user's wife's car is a Skoda
The user drives a Golf | The user's car is in the garage
The user drives a Golf to work | The user's car is a Skoda
The user's wife drives a Golf | The user's car is a Skoda
The user lives in Kiel | The user has moved from Acme to Globex in 2024
The user's sister lives in Kiel | The user moved from Kiel to Bremen
The user lives in Bern | The user has moved from Barclays to Santander
The user lives in Bern | The user moved from Android to iPhone
The user lives in Bern | The user moved from Vale Building Society to Monzo
The user's late wife was a sailor | The user is single
The user's sister has a boyfriend | The user broke up
The user's girlfriend's mother is a vet | The user broke up
The user is single | The user's sister has a girlfriend
The user's flatmate is named Rob | Tom moved out
The user's dog is named Rob | Rob moved out
The user's bike is red | The user's car got stolen
The user lives in Lisbon and works at Siemens | The user lives in Porto
The user works at Siemens | The user works as a nurse
The user works at the bakery on Saturdays | The user works at Siemens
The user used to live in Berlin | The user lives in Berlin
The user does not live in Rome | The user lives in Milan
Locker 3 opens with code 39 | Locker 4 opens with code 39
The report has 3 pages and 4 figures | The report has 4 pages and 3 figures
Fact 1 | Fact 2
The user has a cat | The user has a cat allergy
The user plays football | The user plays football manager
The user works from home on Fridays | The user works from home
The user goes out | The user goes out only with friends
The user does not eat fish | The user does not eat fish on Fridays
The user's wife is named Anne | The user's wife is German
The user's wife is named Anne | The user's wife is Canadian
The user runs three times a week | The user swims twice a week
The flight to Oslo leaves at 7:40 | The flight to Bergen leaves at 7:40
The flight to Oslo leaves at 7:40 | The flight to Oslo lands at 9:40
The car key is in the drawer | The cellar key is on the hook
The user lives in Bern until 2027 | The user lives in Basel until 2028
The code is reviewed | The code is clean
The budget is tight | The budget is approved
The user's job is stressful | The user's job is well paid
The user was born in Kyiv | The user was born on 3 May 1980
The user visited Rome in 2019 | The user visited Rome in 2021
The user lives in Lisbon | The user might move to Porto
The user works at Siemens | The user wants to leave Siemens
The user works at Siemens | The user's wife left Siemens
The user has two dogs | The user has three cats
The user's father has a boat | The user sold the boat
The user plays the cello | The user gave up the piano
The user uses Slack | The user uses Teams
The user prefers tea | The user prefers trains
The user works on ticket 4711 | The user works on ticket 4712
The gate opens at 8 on weekdays | The gate opens at 10 on Sundays
The user has a subscription to Netflix | The user cancelled the subscription to Spotify
The user is a nurse | The user is a mother
The user lives with Mara | The user lives with two cats
The user paid 40 euros for the dinner | The user paid 60 euros for the dinner
Der Bruder des Nutzers wohnt in Kiel | Der Bruder des Nutzers wohnt in Bremen
Der Nutzer trinkt Tee | Der Nutzer trinkt Kaffee
L'utilisateur a un chien | L'utilisateur a un chat
El usuario es de Murcia | El usuario vive en Cádiz
The user has a dog named Rex | The user got a dog
The user plays the cello in the city orchestra | The user is a cellist
The user drives a Golf | The user drives to work
The user was born in 1986 | The user was born in Kyiv
The user works at Siemens | The user quit their gym
The user works at Siemens | The user started at 9
The user works at Siemens | The user started at the bottom
The user works at Siemens | The user started at Kyoto University in 2010
The user works at Siemens | The user started with yoga
The user is from Aleppo | The user is in Malmö since 2014
東京は大きい | 大阪は大きい
 | x`),
  )('%s | %s', (known, fresh) => {
    expect(decided(known, fresh)).toBe('NONE ADD');
  });
});

test('by subject and predicate, whatever the words; of some things one may have many', () => {
  const said = (id: string, content: string, predicate: string, object: string) =>
    belief(id, content, { subject: 'The user', predicate, object });
  const events = (fresh: ComparedFact, known: ComparedFact) => reconcileByRules([fresh], [known]).map(({ event }) => event);
  const bern = said('a', 'Bern it is', 'lives_in', 'Bern');
  expect(events(said('b', 'These days: Basel', 'lives in', 'Basel'), bern)).toEqual(['UPDATE', 'ADD']);
  expect(events(said('b', 'Bern it is, still', 'lives_in', 'Bern'), bern)).toEqual(['NONE', 'NONE']);
  expect(events(said('b', 'Not Bern', 'lives_in', 'Bern'), bern)).toEqual(['DELETE', 'ADD']);
  const tea = said('a', 'Tea', 'likes', 'tea');
  expect(events(said('b', 'Coffee', 'likes', 'coffee'), tea)).toEqual(['NONE', 'ADD']);
  expect(events(belief('b', 'The user lives in Basel'), belief('a', 'The user lives in Bern', bern))).toEqual(['NONE', 'ADD']);
});

test('every fact is decided on once, known ones first, and each names the other', () => {
  const known = [belief('k1', 'The user lives in Bern'), belief('k2', 'The user likes tea'), belief('k3', 'Water is wet')];
  const fresh = [belief('f1', 'The user lives in Basel'), belief('f2', 'the user likes tea'), belief('f3', 'Fire is hot')];
  expect(reconcileByRules(fresh, known)).toEqual([
    { id: 'k1', event: 'UPDATE', by: 'f1', text: null },
    { id: 'k2', event: 'NONE', by: null, text: null },
    { id: 'k3', event: 'NONE', by: null, text: null },
    { id: 'f1', event: 'ADD', by: null, text: null },
    { id: 'f2', event: 'NONE', by: 'k2', text: null },
    { id: 'f3', event: 'ADD', by: null, text: null },
  ]);
});

test.each(['x '.repeat(30_000), 'not '.repeat(20_000), 'the user is '.repeat(10_000), '('.repeat(60_000)])(
  'is not held up by 60,000 characters of %.12j',
  (noise) => {
    expect(reconcileByRules([belief('f', noise)], [belief('k', `${noise}y`)])).toHaveLength(2);
  },
);

describe('who parts, and who upgrades', () => {
  test.each(
    cases(`
The user's wife is named Marta | The user and Marta got divorced
The user's wife Marta is a potter | The user and Marta are divorced
The user is married to Marta | The user and Marta got divorced in the week of 5 January 2026
The user is married | The user and Marta got divorced
The user's wife is named Marta | The user and their wife got divorced
The user's girlfriend is named Odette | The user and Odette broke up on 11 January 2026
The user's girlfriend is named Odette | The user broke up with Odette
The user is single | The user and Odette got engaged on 11 January 2026
The user is engaged | The user married Odette
The user is widowed | The user and Odette got married in 2025
Die Frau des Nutzers heißt Silke | Der Nutzer ist von Silke geschieden
La mujer del usuario se llama Rosa | El usuario está divorciado de Rosa
La femme de l'utilisateur s'appelle Julie | L'utilisateur est séparé de Julie
The user runs Postgres 14 in production | The user upgraded to Postgres 16
The user is on Django 3.2 | The user has migrated to Django 5
The user's laptop runs Ubuntu 22.04 | The user has switched their laptop to Fedora 41`),
  )('%s is over: %s', (known, fresh) => {
    expect(decided(known, fresh)).toMatch(/^(?:UPDATE|DELETE) ADD$/);
  });

  test.each(
    cases(`
The user's wife is named Anne | The user's brother got divorced
The user is single | The user's brother got married
The user is single | The user might get married
The user's wife is named Anne | The user and Marta got divorced
The user's sister is named Marta | The user and Marta got divorced
The user's ex-wife is named Marta | The user and Marta got divorced
The user's dog is named Marta | The user and Marta broke up
The user's wife is named Marta | The user and Marta split the bill
The user's wife is named Marta | The user and Marta separated the laundry
The user likes Postgres 14 | The user upgraded to Postgres 16
The user runs Postgres 16 in production | The user upgraded to Postgres 16
The user runs Redis 6 | The user upgraded to Postgres 16
The user's server runs Node 20 | The user upgraded to Node 24`),
  )('%s stands: %s', (known, fresh) => {
    expect(decided(known, fresh)).toMatch(/^NONE/);
  });
});
