import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { extractingFacts, type Message } from './extract-facts.ts';

const at = Date.UTC(2026, 10, 23, 9);
const extractFacts = (message: Omit<Message, 'at'>) => atOnce(extractingFacts({ ...message, at }));

/** One line a case: the message, and after the arrow its facts; two facts are divided by " | ". */
const sentences = `
My wife is Anne -> The user's wife is named Anne
Yesterday I moved to Utrecht. -> The user moved to Utrecht on 22 November 2026
Odette and I broke up -> The user and Odette broke up
I upgraded to Postgres 16 -> The user upgraded to Postgres 16
I'm called Bobby -> The user is named Bobby
My passport number is now C02X2 -> The user's passport number is C02X2
My rent is now 950 euros -> The user's rent is 950 euros
My meeting is on Tuesdays at 11 from now on -> The user's meeting is on Tuesdays at 11
From now on I take 10 mg of ramipril -> The user takes 10 mg of ramipril
Ich arbeite auch bei Lidl -> Der Nutzer arbeitet auch bei Lidl
También trabajo en Lidl -> El usuario trabaja también en Lidl
Trabalho também no Lidl -> O utilizador trabalha também no Lidl
I used to smoke but I quit in March -> The user used to smoke | The user quit smoking in March
I used to run, but I stopped -> The user used to run | The user stopped running
I used to play the cello but I gave it up -> The user used to play the cello | The user gave up playing the cello
My brother used to play the cello but he quit -> The user's brother used to play the cello | The user's brother quit playing the cello
I used to be a heavy smoker but I quit last year -> The user used to be a heavy smoker | The user quit smoking in 2025
I used to be a teacher but I quit -> The user used to be a teacher | The user quit their job
I do my shopping at Lidmart -> The user does their shopping at Lidmart
I'm with Vodafone for my mobile -> The user is with Vodafone for their mobile
I get my hair cut at Toni's -> The user gets their hair cut at Toni's
I pick the kids up at 4 -> The user picks the kids up at 4
I feed the neighbour's cat in August -> The user feeds the neighbour's cat in August
I subscribe to the Economist -> The user subscribes to the Economist
I start work at 7 -> The user starts work at 7
The kids go to school by bus -> The user's kids go to school by bus
The plumber's called Gavin -> The user's plumber is named Gavin
I graduated -> The user graduated
The trip to Rome is off -> The user's trip to Rome is off
The flight to New York was cancelled -> The user's flight to New York is cancelled
I'm not called Bobby -> The user is not named Bobby
Vivo en Roma con mi madre -> El usuario vive en Roma con su madre
Vivo no Porto -> O utilizador mora no Porto
I work at Aldi on Mondays and at Lidl on Fridays -> The user works at Aldi on Mondays | The user works at Lidl on Fridays
Zoe and I fell out -> The user and Zoe fell out
I've gone part time -> The user has gone part time
I tore my hamstring -> The user tore their hamstring
I part-exchanged the Golf for a Kia -> The user part-exchanged the Golf for a Kia
I'm down to 85 kg -> The user weighs 85 kg
I'm back up to 85 kg -> The user weighs 85 kg
My exam is this Friday -> The user's exam is on 27 November 2026
My exam is next Monday -> The user's exam is on 30 November 2026
My exam is next Friday -> The user's exam is next Friday
Mein neuer Trainer ist Petra -> Der Trainer des Nutzers ist Petra
Mon médecin est maintenant le Dr Petit -> Le médecin de l'utilisateur est le Dr Petit
Mi entrenador ahora es Luis -> El entrenador del usuario es Luis
O meu novo treinador é o Luís -> O treinador do utilizador é o Luís
Ahora tengo tres perros -> El usuario tiene tres perros
Agora tenho três cães -> O utilizador tem três cães
Ich habe jetzt drei Hunde -> Der Nutzer hat drei Hunde
J'ai maintenant trois chats -> L'utilisateur a trois chats
My name is Neo Hart -> The user's name is Neo Hart
My dog is called Batman -> The user's dog is named Batman
We had to give the goat away -> The user gave away the goat
I threw my old desk out -> The user threw out their old desk
Somebody nicked my scooter -> The user's scooter was stolen
I was made redundant last week -> The user lost their job in the week of 16 November 2026
I had to sell my canoe -> The user sold their canoe
I cancelled Mubi -> The user cancelled Mubi
I paid my loan off -> The user paid off their loan
Started at Ferrovia this week, loving it -> The user started a job at Ferrovia in the week of 23 November 2026
The ladder is at my aunt's now -> The ladder is at the user's aunt's
My favourite number is nine. No wait, eleven. -> The user's favourite number is eleven
I live in Gera, sorry, Jena -> The user lives in Jena
I like tea. I mean it. -> The user likes tea
We have two, I mean three goats -> The user has three goats
I live in Gera. Sorry, Anna -> The user lives in Gera
I moved out of Gera, Jena is home now -> The user moved out of Gera, Jena is home
I can't stand jazz, blues is fine though -> The user cannot stand jazz
I don't eat rye anymore, it makes me bloated -> The user does not eat rye anymore
We got the cat! He's called Otto -> The user got the cat | The user's cat is named Otto
i lvie in Gera and my wfie is caled Jane -> The user lives in Gera | The user's wife is named Jane
my bday is 3 March -> The user's birthday is 3 March
iam 45 yrs old -> The user is 45 years old
My levis are blue -> The user's levis are blue
My parents split up -> The user's parents split up
I left Ferrovia -> The user left Ferrovia
I quit the choir -> The user quit the choir
We left the tennis club -> The user left the tennis club
My accountant is Bo -> The user's accountant is named Bo
Our landlady Mrs Petrova lives downstairs -> The user's landlady is named Mrs Petrova | The user's landlady Mrs Petrova lives downstairs
In June we're off to Malta with our old friends Pauline and Keith -> The user is off to Malta with their old friends Pauline and Keith in June
We've migrated our backend to Django 5 -> The user has migrated their backend to Django 5
Silke und ich haben uns scheiden lassen. -> Der Nutzer ist von Silke geschieden
Rosa y yo nos separamos. -> El usuario está separado de Rosa
Julie et moi avons divorcé. -> L'utilisateur est divorcé de Julie
Ayer me mudé a Sevilla. -> El usuario se mudó a Sevilla
Anne and I moved to Porto; our daughter Mia starts school in September -> The user and Anne moved to Porto | The user's daughter is named Mia | The user's daughter Mia starts school in September
The project codename is Falcon -> The project codename is Falcon
You should call me Bob -> The user wants to be called Bob
My boss, Carla, wants the report every Friday -> The user's boss is named Carla | The user's boss Carla wants the report every Friday
Max, my cat, hates strangers -> The user's cat is named Max | The user's cat Max hates strangers
My husband Piet repairs bicycles and our son Jonas collects stamps -> The user's husband is named Piet | The user's husband Piet repairs bicycles | The user's son is named Jonas | The user's son Jonas collects stamps
Married to a Finn since 2011 -> The user is married to a Finn since 2011
we keep bees -> The user keeps bees
I like the sea but Ines prefers the hills -> The user likes the sea | Ines prefers the hills
No, I said my AUNT is in Perth, I'm in Cork -> The user's aunt is in Perth | The user is in Cork
In this repo all dates are UTC -> In the user's repo all dates are UTC
I broke my leg skiing -> The user broke their leg skiing
I visited Ávila -> The user visited Ávila
Ich heiße Jörg und wohne in Kiel -> Der Nutzer heißt Jörg | Der Nutzer wohnt in Kiel
Ma sœur habite à Nantes -> La sœur de l'utilisateur habite à Nantes
Fisch esse ich seit Jahren nicht -> Der Nutzer isst Fisch seit Jahren nicht
Ich spiele Cello und mag Bach -> Der Nutzer spielt Cello | Der Nutzer mag Bach
Mein Bruder Uwe, ein Tischler, wohnt in Gera -> Der Bruder Uwe des Nutzers ist ein Tischler | Der Bruder Uwe des Nutzers wohnt in Gera
Mon cousin Paul, qui est pompier, vit à Brest -> Le cousin Paul de l'utilisateur est pompier | Le cousin Paul de l'utilisateur vit à Brest
Les épinards, je déteste ça -> L'utilisateur déteste les épinards
J'apprends le russe et je parle basque -> L'utilisateur apprend le russe | L'utilisateur parle basque
Mi tía Carmen, que es pintora, vive en Cádiz -> La tía Carmen del usuario es pintora | La tía Carmen del usuario vive en Cádiz
El jazz me encanta -> Al usuario le gusta el jazz
Nací en Oaxaca pero crecí en Puebla -> El usuario nació en Oaxaca | El usuario creció en Puebla
A minha tia Rosa, que é juíza, mora em Braga -> A tia Rosa do utilizador é juíza | A tia Rosa do utilizador mora em Braga
Nasci em Beja e cresci em Évora -> O utilizador nasceu em Beja | O utilizador cresceu em Évora
Me llamo Rocío, vivo en Murcia -> El usuario se llama Rocío | El usuario vive en Murcia
O meu pai trabalha em Faro -> O pai do utilizador trabalha em Faro
my wife is Anne. -> The user's wife is named Anne
My wife’s name is Anne -> The user's wife is named Anne
My wife is named Anne Marie Dupont. -> The user's wife is named Anne Marie Dupont
My wife is German -> The user's wife is German
My wife is a doctor. -> The user's wife is a doctor
My wife is not a doctor. -> The user's wife is not a doctor
My dog is called Rex! -> The user's dog is named Rex
My kids are named Tom and Lisa -> The user's kids are named Tom and Lisa
I have a cat named Miso -> The user has a cat named Miso
I have two kids -> The user has two kids
I have no children -> The user has no children
I'm not tall but I play basketball -> The user plays basketball
I'm not married but I have a fiancé called Luis -> The user is not married | The user has a fiancé called Luis
Quick background: I'm a nurse in Tartu -> The user is a nurse in Tartu
I switched from Windows to Linux last year and never looked back -> The user switched from Windows to Linux in 2025
We're a family of four -> The user has a family of four
Actually I don't work at Nokia anymore, I'm at Ericsson now -> The user does not work at Nokia anymore | The user works at Ericsson
I used to live in Ghent, and now I live in Brussels -> The user used to live in Ghent | The user lives in Brussels
I quit my job, now I work at Bosch -> The user quit their job | The user works at Bosch
My sister moved out, now she lives in Leeds -> The user's sister moved out | The user's sister lives in Leeds
I gave up swimming, I do climbing now -> The user gave up swimming | The user does climbing
I used to swim, now I climb -> The user used to swim | The user climbs
I don't like cilantro, my wife does -> The user does not like cilantro
I've been to Japan twice -> The user has been to Japan twice
We do yoga on Mondays -> The user does yoga on Mondays
My wife's name is Julia. Her birthday is on 3 March -> The user's wife is named Julia | The user's wife's birthday is on 3 March
My wife is Anne and she works at Nokia. -> The user's wife is named Anne | The user's wife works at Nokia
My brother is Tom. He lives in Oslo. -> The user's brother is named Tom | The user's brother lives in Oslo
My son is Ben, who plays chess -> The user's son is named Ben, who plays chess
I live in Lisbon. -> The user lives in Lisbon
i live in lisbon -> The user lives in lisbon
I don't live in Lisbon. -> The user does not live in Lisbon
I no longer live in Lisbon -> The user no longer lives in Lisbon
I live in Lisbon and work at Siemens -> The user lives in Lisbon | The user works at Siemens
I sold my house and bought a flat -> The user sold their house | The user bought a flat
My brother does not live in Paris, he lives in Lyon -> The user's brother does not live in Paris | The user's brother lives in Lyon
I like to swim and play chess -> The user likes to swim and play chess
I'm a nurse and have two kids -> The user is a nurse | The user has two kids
I used to live in Berlin. -> The user used to live in Berlin
I've lived in Porto since 2019 -> The user has lived in Porto since 2019
I have lived in Porto since 2019 -> The user has lived in Porto since 2019
We moved to Porto in 2020 -> The user moved to Porto in 2020
I just moved to Madrid -> The user moved to Madrid
I'm moving to Vienna in May -> The user is moving to Vienna in May
I grew up in Ghent -> The user grew up in Ghent
I was born on 3 May 1980 -> The user was born on 3 May 1980
I was born in Kyiv, but I live in Riga now. -> The user was born in Kyiv | The user lives in Riga
I work at Siemens as a nurse -> The user works at Siemens as a nurse
I work as a nurse, my husband is Karl and I love jazz -> The user works as a nurse | The user's husband is named Karl | The user loves jazz
I'm a teacher -> The user is a teacher
I am not a teacher. -> The user is not a teacher
I was a pilot -> The user was a pilot
I'm 34 -> The user is 34 years old
I'm 34 years old -> The user is 34 years old
I'm vegan -> The user is vegan
I'm German -> The user is German
I'm allergic to peanuts, what can I cook? -> The user is allergic to peanuts
I am not allergic to cats -> The user is not allergic to cats
Hi, I'm Bob. -> The user's name is Bob
Hello! My name is Bob Marsh. -> The user's name is Bob Marsh
I'm Anne's husband -> The user is Anne's husband
Can you remember that I am left-handed? -> The user is left-handed
My name's Bob -> The user's name is Bob
I want you to call me Max -> The user wants to be called Max
Please call me Al -> The user wants to be called Al
I like green tea -> The user likes green tea
I really love my garden because I relax there -> The user loves their garden because they relax there
I hate flying -> The user hates flying
I don't like coffee -> The user does not like coffee
I prefer trains to planes -> The user prefers trains to planes
I never drink alcohol -> The user never drinks alcohol
I can't eat gluten -> The user cannot eat gluten
I can't stand loud music -> The user cannot stand loud music
I study law -> The user studies law
I go to the gym on Mondays -> The user goes to the gym on Mondays
My daughter goes to the Waldorf school -> The user's daughter goes to the Waldorf school
My manager is now Ravi -> The user's manager is named Ravi
My manager is now in Oslo -> The user's manager is now in Oslo
My wife writes novels -> The user's wife writes novels
My sister believes in ghosts -> The user's sister believes in ghosts
I like jazz, please remember that. -> The user likes jazz
I live in Rome, keep that in mind! -> The user lives in Rome
I am allergic to peanuts — please remember that. -> The user is allergic to peanuts
I live in Rome... remember that -> The user lives in Rome
My dog is called Rex—remember that -> The user's dog is named Rex
Please remember that — I live in Rome -> The user lives in Rome
Remember — my sister is Eva -> The user's sister is named Eva
I take insulin twice a day -> The user takes insulin twice a day
I speak Dutch and French -> The user speaks Dutch and French
My birthday is 12 March -> The user's birthday is 12 March
My favourite colour is green -> The user's favourite colour is green
My manager's name is Dr. Ruiz -> The user's manager is named Dr. Ruiz
Our office is in Utrecht -> The user's office is in Utrecht
My mother passed away -> The user's mother passed away
My wife and I live in Lisbon -> The user and their wife live in Lisbon
My name is Marta and I live in Porto. -> The user's name is Marta | The user lives in Porto
My best friend is Omar and I work at Siemens -> The user's best friend is named Omar | The user works at Siemens
Remember that the deploy key is in vault 7. -> The deploy key is in vault 7
Please remember that my sister is Eva -> The user's sister is named Eva
Remember: I am allergic to shellfish -> The user is allergic to shellfish
Don't forget that the meeting room is 4.12 -> The meeting room is 4.12
Remember that my sister is Eva. She lives in Oslo. -> The user's sister is named Eva | The user's sister lives in Oslo
Remember that locker 2 opens with code 26 -> Locker 2 opens with code 26
Remember that my locker code is 26 -> The user's locker code is 26
remember: my code is 26 -> The user's code is 26
Remember this: the sky over Bergen stays grey -> The sky over Bergen stays grey
Please note that the bus leaves at 9. -> The bus leaves at 9
Please remember that if it rains the roof leaks -> If it rains the roof leaks
Don't forget that Bob snores -> Bob snores
Could you please remember that the bins go out on Mondays? -> The bins go out on Mondays
I want you to remember that the gate sticks -> The gate sticks
Remember that the keys lie under my mat, where I hid them -> The keys lie under the user's mat, where they hid them
Remember that I parked my car on level 3 -> The user parked their car on level 3
Remember that I never park on level 3 -> The user never parks on level 3
Remember that I'd rather walk -> The user would rather walk
Remember that Bob thinks I am tall -> Bob thinks the user is tall
Remember that we don't open on Mondays -> The user does not open on Mondays
Note that Ruiz is coming to see us in June -> Ruiz is coming to see the user in June
Remember that the US office closed -> The US office closed
Remember that you should answer in French -> You should answer in French
By the way, I own a red bicycle -> The user owns a red bicycle
Thanks! I live in Rome, by the way. -> The user lives in Rome
I live in Rome 😀 -> The user lives in Rome
I like tea, do you? -> The user likes tea
I got married in June -> The user got married in June
I'm learning Portuguese -> The user is learning Portuguese
My father's name is Lars and he died in 2010. -> The user's father is named Lars | The user's father died in 2010
I work for NASA in the US -> The user works for NASA in the US
Name's Mick. -> The user's name is Mick
Wife's Deb. She drives a school bus. -> The user's wife is named Deb | The user's wife drives a school bus
Boss is Trev. I'm Broncos. -> The user's boss is named Trev
Karen's my boss now. -> The user's boss is named Karen
Three kids - Tahlia, Josh and Reece. -> The user has three kids: Tahlia, Josh and Reece
Got a red kelpie named Diesel. -> The user has a red kelpie named Diesel
Got a new apprentice, Jess. -> The user's new apprentice is named Jess
Drive a white HiLux. -> The user drives a white HiLux
Planted a lemon tree out the back -> The user planted a lemon tree out the back
Taking the caravan to Broome in July. -> The user is taking the caravan to Broome in July
In June we're off to Orkney for a fortnight -> The user is off to Orkney for a fortnight in June
im devin im 20 and i go to ohio state -> The user's name is devin | The user is 20 years old | The user goes to ohio state
my girlfriend is paige she goes to college in ohio -> The user's girlfriend is paige | The user's girlfriend goes to college in ohio
on weekends i make pizza at slice house -> The user makes pizza at slice house on weekends
The choir had to move, so we now meet on Thursdays -> The user meets on Thursdays
We sold the Honda and treated ourselves to a Skoda -> The user sold the Honda and treated themselves to a Skoda
Something I forgot to mention: I sing alto in a choir -> The user sings alto in a choir
Please remember the ferry leaves at nine. -> The ferry leaves at nine
I'm Priya, 29, a nurse in London -> The user's name is Priya | The user is 29 years old | The user is a nurse in London
`;

const silent = `
I visited some pages
I left the room
I left early
I quit the app
I left London this morning
My boss is a real genius, NOT
Sure, I adore cleaning toilets
I have to sell my bike
I cancelled Friday
I cancelled it
I'm Batman
I am Darth Vader!
I'm Ada lol
Io mi chiamo Luca e vivo a Milano
Vivo a Roma con mia moglie
Odio i ragni
Il mio gatto si chiama Fido e vivo con Anna
I have no idea what you mean
I have no car today
I live in Rome right now
Jim: I'm a nurse
I'm at Ericsson now
I've been to the docs
Her birthday is on 3 March
I do my homework
Is my wife Anne?
What is my wife's name?
Do you remember where I live?
Where do I live
who am i
I wonder if I live too far away
Thanks, that is great!
Thank you so much
OK
Yes
Sounds good.
I'm fine
I'm tired
I'm sorry about that
I'm looking for a restaurant
I'm not sure
I'm happy to hear that
I think it is wrong
I know
I like it
I like that idea of yours
I love your answer
I don't like this
I have a question
I have no idea
I have to go
I have a problem with the printer
I want to see the report
I'd like a coffee
I would love to live in Paris
I might move to Rome
If I lived in Rome I would be happy
Vielleicht wohne ich bald in Kiel
Si j'avais un chien il serait grand
If my wife is Anne, what is her name day?
Maybe I live in the wrong city
Imagine I am a pirate
Suppose my name is Bob
I wish I lived in Rome
She said my wife is Anne
Bob lives in Lisbon
The capital of France is Paris
He told me I am wrong and I live in a bubble
My question is how to install it
My problem is that it crashes
My guess is Tuesday
My code is broken
I got an error
I was wondering about the weather
I tried it
I didn't go
I need help with my taxes
Translate to French: my name is Bob
Translate "My name is Bob" to French
How do you say "I live in Rome" in Italian?
Write a poem: I love the sea
Correct this: I lives in Rome
Tell me about Lisbon
Please translate this. My name is Bob. I live in Rome.
Could you proofread my letter. I live in Rome.
Please remember to buy milk
I upgraded to Postgres 16 but rolled it back
I upgraded to the latest version and it crashes
If I upgrade to Postgres 16, will my extensions break?
I almost upgraded to Node 24
Odette and I almost broke up
Odette and I broke up, just kidding
My brother and Ana got divorced?
Er und ich haben uns getrennt
Remember that time we met
Remember that one
Remember that.
Remember the milk
Remember, you promised to call
Do you remember that I live in Rome?
Remember that I live in Rome?
Do you remember that my wife is Anne?
My motto is "I never give up"
My boss goes: you are fired
My friend writes that he is ill
My brother wrote: I am ill
Remember that he said "I live in Rome"
Remind me to call Anne
Can you remember where I live?
Could you call me a taxi?
Call me later
Call me back
I'm in a meeting right now
Oh great, another meeting. I love meetings.
If I lived in Rome I would be happy
Vielleicht wohne ich bald in Kiel
Si j'avais un chien il serait grand
I'm basically a professional worrier lol
My uncle says I am lazy
My server has no network
Paris is the capital of France
I click the button and nothing happens
In the film, I'm a detective
We might move to Spain
I live, I die, I live again?
I'm 34% done
My internet is slow today
\`\`\`
my name is Bob
\`\`\`
> My wife is Anne
<memory kind="fact">My wife is Anne</memory>
I misread my diary, he's coming at eleven
I'm going to fix it next week
Drive carefully
Got a question about this
`;

const cases = (text: string) => text.trim().split('\n');

describe('what a message says of its writer', () => {
  it.each(cases(sentences).map((line) => line.split(' -> ') as [string, string]))('%s', (message, facts) => {
    expect(extractFacts({ message })).toEqual(facts.split(' | '));
  });
});

describe('what says nothing lasting of its writer', () => {
  it.each(cases(silent).filter((line) => !/^(?:```|my name is Bob)/.test(line)))('%s', (message) => {
    expect(extractFacts({ message })).toEqual([]);
  });

  it.each([
    ['code', '```\nmy name is Bob\n```'],
    ['code to remember', 'Please remember to run this:\n```\nmy name is Bob\n```'],
    ['text to work on', 'Please check the following text:\nMy name is Bob. I live in Rome.'],
    ['a quoted mail', 'What does he want?\n> My wife is Anne.\n> I live in Rome.'],
    ['nothing', ''],
    ['noise', '\u0000\ud800 ((((('],
  ])('%s', (_, message) => {
    expect(extractFacts({ message })).toEqual([]);
  });
});

it('hears what stands on the line after "remember this:"', () => {
  expect(extractFacts({ message: 'Remember this:\nmy locker code is 26\n' })).toEqual(["The user's locker code is 26"]);
});

it('takes at most three, each once', () => {
  const message = 'I live in Rome. I live in Rome. I work at Fiat. My cat is Miso. I love opera. I hate rain.';
  expect(extractFacts({ message })).toEqual(['The user lives in Rome', 'The user works at Fiat', "The user's cat is named Miso"]);
});

it.each([
  ['words', 'I like '.repeat(8_000)],
  ['spaces', ' '.repeat(60_000)],
  ['lines', '\n '.repeat(30_000)],
  ['an open quotation', `"${'I '.repeat(30_000)}`],
  ['full stops', `${'.'.repeat(60_000)}a`],
  ['greetings', 'hi, '.repeat(15_000)],
  ['commas', `I like tea${' , '.repeat(20_000)}?`],
  ['signs', '\u{1f600}'.repeat(30_000)],
])('is not held up by 60,000 characters of %s', (_, noise) => {
  expect(extractFacts({ message: `I live in Rome.\n${noise}` })).toEqual(['The user lives in Rome']);
});

describe('what is of the moment', () => {
  it.each([
    'I have a list of ten integers, sort it',
    'I prefer the shorter version',
    'I prefer option B',
    'I work on it tomorrow',
    'I stopped the container',
    'I bought the wrong cable',
    "I'm an hour late",
    "I'm working on the intro",
    "I'm writing a poem about the sea",
    "I'm allergic to nonsense",
    'My train is late',
    "My password doesn't work",
    'My brother is asleep',
    'My kids are driving me nuts',
    "We're 7 now",
    'My brother and my sister have the same birthday',
    "Postgres doesn't have this function",
    'My teacher gave us homework',
    'My friend needs advice',
    'My dough is too wet',
    'My car broke down',
    'My name is hard to spell',
    'In case I live in Spain, what do I pay?',
    'I live at the airport these days, or so it feels',
  ])('is not learned: %s', (message) => expect(extractFacts({ message })).toEqual([]));

  it.each([
    ['My phone is a Pixel 9', "The user's phone is a Pixel 9"],
    ['My coffee is always decaf', "The user's coffee is always decaf"],
    ['I bought the bakery on the corner', 'The user bought the bakery on the corner'],
    ['My wife is a right-handed pitcher', "The user's wife is a right-handed pitcher"],
    ["My sister's wedding is on Saturday", "The user's sister's wedding is on Saturday"],
    ['I have two cats, give me names for them', 'The user has two cats'],
  ])('leaves what lasts: %s', (message, fact) => expect(extractFacts({ message })).toEqual([fact]));
});

it.each([
  ['Miso only eats trout', ['Miso only eats trout']],
  ['Olav switched to the late shift', ['Olav switched to the late shift']],
  ['Miso looks hungry', []],
  ['Olav sends greetings to all', []],
  ['Rita only eats trout', []],
])('of who is known by name, what they do as a rule: %s', (message, facts) => {
  expect(extractFacts({ message, names: new Set(['Miso', 'Olav']) })).toEqual(facts);
});
