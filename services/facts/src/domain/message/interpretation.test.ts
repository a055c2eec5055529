import { ownAnswers } from '@agent-mem/contract';
import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { said } from './answering.ts';
import { extractingFacts } from './extract-facts.ts';
import { interpreting } from './interpretation.ts';

const now = Date.UTC(2026, 10, 23, 9);
const interpret = (message: string, before: string | null, believed: Parameters<typeof interpreting>[2]) => ({
  answer: '',
  factIds: [],
  ...atOnce(interpreting(message, before, believed, now)),
});

/** What is believed, oldest first. */
const believed = `
The user's name is Ingrid
The user lives in Bergen
The user works as a nurse at the harbour clinic
The user's husband is named Olav
The user's daughter is named Signe
Signe is 12 years old
Signe plays the violin
The user's brother is named Hugo
The user's brother Hugo lives in Lyon
The user loves hiking
The user cannot stand jazz
The user prefers tea to coffee
The user's favourite colour is teal
The user is allergic to peanuts
The spare key hangs behind the door
The user's passport expires in March 2031
The user has a dog named Balto and three cats
`;
const facts = believed
  .trim()
  .split('\n')
  .map((content, index) => ({ id: `fact_${index}`, content, timestamp: new Date(index * 60_000).toISOString() }))
  .toReversed();
/** Facts of these contents, each a day older than the one before. */
const newestFirst = (contents: readonly string[]) =>
  contents.map((content, index) => ({ id: `fact_${index}`, content, timestamp: `2026-01-${20 - index}T00:00:00Z` }));
const read = (message: string, previous: string | null = null) => interpret(message, previous, facts);
const contentsOf = ({ factIds }: { readonly factIds: readonly string[] }) =>
  factIds.map((id) => facts.find((fact) => fact.id === id)?.content);
const cases = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' -> ') as [string, string]);

it.each([
  ["The user's salary is 42k", 'How much do I earn?', 'Your salary is 42k.'],
  ["The user's salary is 42k", 'What do I get paid?', 'Your salary is 42k.'],
  ['The user makes 42k a year', 'What is my salary?', 'You make 42k a year.'],
  ['The user gets paid £20 an hour', 'How much do I make an hour?', 'You get paid £20 an hour.'],
  ['The user makes pottery', 'What is my income?', ''],
  ['The user paid £20 for a book', 'How much do I earn?', ''],
])('what somebody earns is said in many words: %s', (content, question, answer) => {
  expect(interpret(question, null, newestFirst([content])).answer).toBe(answer);
});

it.each([
  ['The user has been a nurse for ten years', 'What do I do for work?', 'You have been a nurse for ten years.'],
  [
    'The user has played the cello since childhood',
    'How long have I played the cello?',
    'You have played the cello since childhood.',
  ],
])('what lasts answers as what is: %s', (content, question, answer) => {
  expect(interpret(question, null, newestFirst([content])).answer).toBe(answer);
});

it.each([
  ['Do I have a Tesla?', 'No: you sold your Tesla.'],
  ['Did I sell my Tesla?', 'Yes: you sold your Tesla.'],
  ['Did I buy a Tesla?', 'Yes: you bought a Tesla Model 3.'],
  ['Do I own a Volvo?', 'Yes: you bought a Volvo.'],
  ['Have I lost my keys?', 'Yes: you lost your keys.'],
  ['Do I have my keys?', 'No: you lost your keys.'],
])('what was given away is there no more: %s', (question, answer) => {
  const facts = newestFirst(
    ['bought a Volvo', 'sold their Tesla', 'lost their keys', 'bought a Tesla Model 3'].map((did) => `The user ${did}`),
  );
  expect(interpret(question, null, facts).answer).toBe(answer);
});

it.each([
  ['Do I drink coffee?', 'No: you have stopped drinking coffee.'],
  ['Have I stopped drinking coffee?', 'Yes: you have stopped drinking coffee.'],
  ['Did I drink coffee?', 'Yes: you have stopped drinking coffee.'],
  ['Do I smoke?', 'No: you quit smoking.'],
  ['Did I ever smoke?', 'Yes: you quit smoking.'],
  ['Does my wife eat meat?', 'No: your wife gave up eating meat.'],
  ['Do I live in Malmö?', 'No: you used to live in Malmö.'],
  ['Did I ever live in Malmö?', 'Yes: you used to live in Malmö.'],
  ['Where did I live before?', 'You used to live in Malmö.'],
  ['Where did I use to live?', 'You used to live in Malmö.'],
  ['Where do I live?', 'You live in Gothenburg.'],
  ['What are my cats called?', 'You have two cats, Mio and Nala.'],
  ['When did I get married?', 'You and Elsa got married in 2015.'],
  ['What language am I learning?', 'You are learning Portuguese.'],
])('what was so is so no more, unless the past is asked for: %s', (question, answer) => {
  const facts = newestFirst([
    'The user lives in Gothenburg',
    'The user used to live in Malmö',
    'The user has stopped drinking coffee',
    'The user quit smoking',
    "The user's wife gave up eating meat",
    'The user has two cats, Mio and Nala',
    'The user and Elsa got married in 2015',
    'The user is learning Portuguese',
  ]);
  expect(interpret(question, null, facts).answer).toBe(answer);
});

it.each([
  ['Have I worked in intensive care?', ''],
  ['Do I work in intensive care?', 'No: you have stopped working at the hospice.'],
  ['What is my PIN?', ''],
  ["What is my sister's PIN?", "Your sister's PIN is 5520."],
])('what is so now says nothing of a life, and what is a sister’s nothing of the user: %s', (question, answer) => {
  const facts = newestFirst(["The user's sister's PIN is 5520", 'The user has stopped working at the hospice']);
  expect(interpret(question, null, facts).answer).toBe(answer);
});

it.each([
  ['Do I have a boat?', ''],
  ['Would I like to buy a boat?', 'Yes: you would like to buy a boat.'],
  ['Does my wife have a dog?', ''],
  ['What does my wife want?', 'Your wife wants a dog.'],
  ['Do I have a cat?', 'No: your cat died last year.'],
  ['When did my cat die?', 'Your cat died last year.'],
  ['Do I live in Berlin?', 'No: you live in Oslo.'],
  ['Where do I live?', 'You live in Oslo.'],
  ['Where do I plan to move?', 'You plan to move to Berlin.'],
  ['Where am I moving to?', 'You plan to move to Berlin.'],
  ['Do I play chess?', ''],
  ['How old is my mother-in-law?', ''],
  ['What is my mother-in-law called?', 'Your mother-in-law is named Greta.'],
  ['What is my mother called?', ''],
])('what is wanted or planned is not so yet: %s', (question, answer) => {
  const facts = newestFirst([
    'The user would like to buy a boat',
    "The user's wife wants a dog",
    "The user's cat died last year",
    'The user plans to move to Berlin',
    'The user lives in Oslo',
    'The user wants to play chess',
    "The user's mother-in-law is named Greta",
  ]);
  expect(interpret(question, null, facts).answer).toBe(answer);
});

it.each([
  ['Do I have a cat?', ''],
  ['Does my sister have a cat?', 'Yes: your sister has a cat.'],
  ['Do I have a phone?', 'No: your phone was stolen.'],
  ['Do I have an iPad?', 'Yes: your tablet is an iPad.'],
  ['Do I live in Oslo?', 'No: you moved from Oslo to Bergen.'],
  ['Do I live in Bergen?', 'Yes: you moved from Oslo to Bergen.'],
  ['Did I live in Oslo?', 'Yes: you moved from Oslo to Bergen.'],
  ['Do I like kimchi?', 'Yes: you do not like spicy food, except for kimchi.'],
  ['Do I like spicy food?', 'No: you do not like spicy food, except for kimchi.'],
  ['Where am I from?', 'You are from Mumbai.'],
  ['Do I have a car?', 'No: you have neither a car nor a bike.'],
  ['Do I have children?', 'No: you have no children.'],
  ['Do I use Windows?', 'No: you switched from Windows to Linux.'],
  ['Do I use Linux?', 'Yes: you switched from Windows to Linux.'],
  ['When do I sleep?', 'You sleep during the day.'],
  ['Have I been to Japan?', 'Yes: you have been to Japan twice.'],
  ['Where does my sister come from?', ''],
  ['How long have I been married?', 'You and Raj have been married for 5 years.'],
])('what others have, and what is left behind, is not the user’s: %s', (question, answer) => {
  const facts = newestFirst([
    "The user's sister has a cat",
    "The user's phone was stolen",
    "The user's tablet is an iPad",
    'The user moved from Oslo to Bergen',
    'The user does not like spicy food, except for kimchi',
    'The user is from Mumbai',
    'The user has neither a car nor a bike',
    'The user has no children',
    'The user switched from Windows to Linux',
    'The user sleeps during the day',
    'The user has been to Japan twice',
    'The user and Raj have been married for 5 years',
  ]);
  expect(interpret(question, null, facts).answer).toBe(answer);
});

describe('a question is answered by what answers it', () => {
  it.each(
    cases(`
Where do I live? -> You live in Bergen.
what's my name -> Your name is Ingrid.
Who am I? -> Your name is Ingrid.
What do I do for a living? -> You work as a nurse at the harbour clinic.
What's my husband's name? -> Your husband is named Olav.
How old is my daughter? -> Signe is 12 years old.
What does Signe play? -> Signe plays the violin.
Which instrument does my daughter play? -> Signe plays the violin.
Where does Hugo live? -> Your brother Hugo lives in Lyon.
Can you tell me where my brother lives? -> Your brother Hugo lives in Lyon.
What music can't I stand? -> You cannot stand jazz.
What do I love? -> You love hiking.
Is there anything I am allergic to? -> You are allergic to peanuts.
wheres the spare key -> The spare key hangs behind the door.
When does my passport expire? -> Your passport expires in March 2031.
How many cats do I have? -> You have a dog named Balto and three cats.
What is my dog called? -> You have a dog named Balto and three cats.
`),
  )('%s', (message, answer) => {
    expect(read(message)).toMatchObject({ act: 'question', answer });
  });

  it.each(
    cases(`
Do I live in Bergen? -> Yes: you live in Bergen.
Do I live in Oslo? -> No: you live in Bergen.
Is Signe 12? -> Yes: Signe is 12 years old.
Is Signe 13? -> No: Signe is 12 years old.
Do I like jazz? -> No: you cannot stand jazz.
Do I prefer coffee? -> No: you prefer tea to coffee.
Is my husband called Olav? -> Yes: your husband is named Olav.
Does my brother live in Bergen? -> No: your brother Hugo lives in Lyon.
`),
  )('%s', (message, answer) => {
    expect(read(message).answer).toBe(answer);
  });

  it.each([
    ["The user's flat is noisy", 'Is my flat noisy?', 'Yes: your flat is noisy.'],
    ["The user's office is closed", 'Is my office closed?', 'Yes: your office is closed.'],
    ["The user's brother is unmarried", 'Is my brother unmarried?', 'Yes: your brother is unmarried.'],
  ])('%s: an opposite denies nothing that is asked in its own word', (content, question, answer) => {
    expect(interpret(question, null, [{ id: 'fact', content, timestamp: new Date(0).toISOString() }]).answer).toBe(answer);
  });

  it.each([
    'What is my sister called?',
    'What is my favourite film?',
    'Which school does Signe go to?',
    'Do I have a sister?',
    'What is the capital of France?',
    'When is my birthday?',
  ])('and by nothing else: %s', (message) => {
    expect(read(message)).toMatchObject({ act: 'question', factIds: [], answer: '' });
  });

  it.each([
    ['Which school does Signe go to?', 'Signe plays the violin.'],
    ['What is the capital of France?', ''],
    ['When is my birthday?', ''],
  ])('%s: what is nearest is said apart', (message, nearest) => {
    expect(read(message).content).toBe(nearest);
  });

  it('and what is nearest shares what few facts speak of, and may be about a thing', () => {
    const contents = [
      'The passports are in the blue tin',
      'The user put money aside for a trip',
      'The user put up a shelf in the hall',
    ];
    const facts = contents.map((content, index) => ({ id: `fact${index}`, content, timestamp: new Date(index).toISOString() }));
    expect(interpret('Who needs our passports?', null, facts).content).toBe('The passports are in the blue tin.');
    expect(interpret('Where does Marek put his money?', null, facts).content).toBe('');
  });

  it.each([
    ['What pets do I have?', ''],
    ['Do I have a dog?', ''],
    ['What dog does my sister have?', "Your sister's dog Bo is a pug."],
  ])('what somebody else has is not near to what one has: %s', (message, nearest) => {
    const contents = ["The user's sister's dog Bo is a pug", "The user's brother has a BMW"];
    const facts = contents.map((content, index) => ({ id: `fact${index}`, content, timestamp: new Date(index).toISOString() }));
    const { content, answer } = interpret(message, null, facts);
    expect(answer || content).toBe(nearest);
  });

  it.each([
    ['Where did I put our passports?', 'The passports are in the blue tin.'],
    ['Where have I hidden the passports?', 'The passports are in the blue tin.'],
    ['Where do I keep the ladder?', 'You keep your ladder behind the shed.'],
    ['Where did I leave my scarf?', 'Your scarf is on the piano.'],
    ['Where did I put the money?', ''],
    ['Where did I leave the cello?', ''],
    ['Where did I put the insurance?', ''],
  ])('where a thing was put is where it is said to be: %s', (message, answer) => {
    const contents = [
      'The passports are in the blue tin',
      'The user keeps their ladder behind the shed',
      "The user's scarf is on the piano",
      'The user put money aside for a trip',
      'The user plays the cello in an orchestra',
      'The user talks about insurance in the evenings',
    ];
    expect(interpret(message, null, newestFirst(contents)).answer).toBe(answer);
  });

  it.each([
    ['What is the surname of Hugo?', ''],
    ['What breed is Bela?', 'You have a beagle named Bela.'],
    ['Do I have a dog?', 'Yes: you have a beagle named Bela.'],
    ['How many kids have I got?', 'You have three kids: Ida, Tor and Una.'],
    ['Where am I going in June?', 'You are going to Oslo in June.'],
    ['Do we have any pets?', 'Yes: you have a tortoise called Sheldon.'],
    ['Where do I work?', ''],
    ['How do I get to work?', 'You cycle to work on a Brompton.'],
    ['Have I got any siblings?', 'Yes: your brother is named Hugo.'],
    ['What age is Sheldon?', 'Sheldon is about 40.'],
    ['What age would Sheldon be?', 'Sheldon is about 40.'],
    ['How do I earn my living?', ''],
    ['How old is Sheldon?', 'Sheldon is about 40.'],
    ['How old am I?', ''],
  ])('%s', (message, answer) => {
    const said = [
      'I have a beagle named Bela',
      'Three kids - Ida, Tor and Una',
      "In June we're going to Oslo",
      'My brother is Hugo',
      'I cycle to work on a Brompton',
      'We have a tortoise called Sheldon who is about 40',
    ];
    const known = said
      .flatMap((each) => atOnce(extractingFacts({ message: each, at: now })))
      .map((content, index) => ({ id: `fact_${index}`, content, timestamp: new Date(index).toISOString() }));
    expect(interpret(message, null, known).answer).toBe(answer);
  });
});

it.each([
  ["The user's son Jonas turned nine in May", 'How old is my son?'],
  ["The user's son Jonas is nine", 'How old is Jonas?'],
  ["The user's aunt Vera is seventy-one", 'How old is my aunt?'],
])('an age in words is an age: %s', (content, question) => {
  expect(interpret(question, null, newestFirst([content])).factIds).toEqual(['fact_0']);
});

it.each([
  ['The user reports to Agnes', 'Who is my boss?'],
  ['The user reports to Agnes', 'Who do I report to?'],
  ['The user is a welder at Krone, living in Husum', 'Where do I work?'],
  ['The user is on sabbatical from March to May', 'When am I on sabbatical?'],
  ['The user moved the retrospective from 2 to 3', 'When is the retrospective?'],
])('other words say it: %s', (content, question) => {
  expect(interpret(question, null, newestFirst([content])).factIds).toEqual(['fact_0']);
});

it.each([
  ['Where do I work?', 'You quit your job.', ['The user quit their job', 'The user lives in Bonn']],
  ['Where do I work?', 'You work at Bosch.', ['The user works at Bosch', 'The user quit their job']],
  ['Where does my wife work?', 'Your wife quit her job.', ["The user's wife quit her job", 'The user works at Bosch']],
  ['Where do I live?', '', ['The user quit their job']],
  ['Wo arbeite ich?', 'Du hast gekündigt.', ['Der Nutzer hat gekündigt']],
])('who has left their job works nowhere: %s %s', (question, answer, contents) => {
  expect(interpret(question, null, newestFirst(contents)).answer).toBe(answer);
});

it('who studies somewhere does not work there', () => {
  expect(interpret('Where do I work?', null, newestFirst(['The user is a law student at Kiel University'])).answer).toBe('');
});

it.each([
  ['Do I prefer tea or coffee?', 'You prefer tea to coffee.'],
  ['Is my sister in Kiel or in Husum?', 'Your sister lives in Husum.'],
  ['Does Ilse play the oboe or the harp?', 'Ilse plays the harp.'],
  ['Is Jonas nine or ten?', 'Jonas is ten years old.'],
  ['Does Ilse play the tuba or the horn?', ''],
  ['Do I prefer tea or not?', 'Yes: you prefer tea to coffee.'],
])('a choice is answered by what says one of the two: %s', (question, answer) => {
  const known = [
    'The user prefers tea to coffee',
    "The user's sister lives in Husum",
    'Ilse plays the harp',
    'Jonas is ten years old',
  ];
  expect(interpret(question, null, newestFirst(known)).answer).toBe(answer);
});

describe('a question about a thing of somebody', () => {
  const family = newestFirst([
    "Mira's teacher is called Mr Lund",
    "Mira's age is 7",
    "The user's daughter is named Mira",
    "The user's licence expires in May 2028",
    "The user's brother's dentist is in Kiel",
    "The user's brother lives in Husum",
  ]);

  it.each([
    ["What is my daughter's name?", 'Your daughter is named Mira.'],
    ["Who is my daughter's teacher?", "Mira's teacher is called Mr Lund."],
    ["What is Mira's age?", "Mira's age is 7."],
    ["When does my wife's licence expire?", ''],
    ["What is Mira's tutor called?", ''],
    ['What age is my brother?', ''],
    ['When does my licence expire?', 'Your licence expires in May 2028.'],
    ['Where is my brother?', 'Your brother lives in Husum.'],
    ["Where is my brother's dentist?", "Your brother's dentist is in Kiel."],
  ])('%s', (question, answer) => {
    expect(interpret(question, null, family)).toMatchObject({ act: 'question', answer });
  });
});

describe('a question behind a statement', () => {
  const rome = [{ id: 'fact', content: 'The user lives in Rome', timestamp: new Date(0).toISOString() }];
  it.each([
    ['My wife is Anne. What do you know about me?', ["The user's wife is named Anne"], 'You live in Rome.'],
    ['My wife is Anne. Who is my wife?', ["The user's wife is named Anne"], ''],
    ['My dog is called Rex. What is it called?', ["The user's dog is named Rex"], ''],
    ['My wife is Anne. Where do I live?', ["The user's wife is named Anne"], 'You live in Rome.'],
    ['I live in Milan. Do I live in Rome?', ['The user lives in Milan'], 'No: you live in Milan.'],
    ['My wife is Anne. Can you remember that?', ["The user's wife is named Anne"], ''],
    ['I moved to Oslo. Did you know?', ['The user moved to Oslo'], ''],
    ['I like tea, ok?', ['The user likes tea'], ''],
    ['I like jazz, what is the capital of France?', ['The user likes jazz'], ownAnswers.unknown],
  ])('%s', (message, statements, content) => {
    expect(interpret(message, null, rome)).toMatchObject({ act: 'statement', statements, content });
  });

  it('goes on from the one before', () => {
    expect(read('And Hugo?', 'Where does my sister live?').answer).toBe('Your brother Hugo lives in Lyon.');
    expect(read('Where does he live?', 'Who is Hugo?').answer).toBe('Your brother Hugo lives in Lyon.');
    expect(read('Until when?', 'How long is my passport valid?').answer).toBe('');
  });
});

it('all that is known of somebody is told to who asks for it', () => {
  expect(contentsOf(read('What do you know about me?'))).toHaveLength(facts.length);
  expect(contentsOf(read('What do you know about my brother?'))).toEqual([
    "The user's brother Hugo lives in Lyon",
    "The user's brother is named Hugo",
  ]);
  expect(read('Tell me about Lisbon').act).toBe('none');
});

it.each([
  'I wonder, what do you know about me by now?',
  "What've you got on me so far?",
  'tell me everything you have on me',
  'What have I told you so far?',
  'Could you summarise me?',
  'can you recap what you know about me',
])('so too: %s', (message) => {
  expect(contentsOf(read(message))).toHaveLength(facts.length);
});

describe('a request to forget', () => {
  it.each(
    cases(`
Forget that my brother lives in Lyon -> The user's brother Hugo lives in Lyon
Please forget where the spare key is -> The spare key hangs behind the door
can you forget my favourite colour? -> The user's favourite colour is teal
I don't want you to remember where the spare key is -> The spare key hangs behind the door
I'd rather you didn't know my favourite colour -> The user's favourite colour is teal
you shouldn't remember my favourite colour -> The user's favourite colour is teal
Delete the fact that I'm allergic to peanuts -> The user is allergic to peanuts
Remove my passport from your memory -> The user's passport expires in March 2031
Don't remember that I love hiking. -> The user loves hiking
Delete my favourite colour, please -> The user's favourite colour is teal
Remove my passport -> The user's passport expires in March 2031
Forget what I do for a living -> The user works as a nurse at the harbour clinic
`),
  )('%s', (message, content) => {
    const read_ = read(message);
    expect([read_.act, contentsOf(read_)]).toEqual(['forget', [content]]);
  });

  it.each(
    cases(`
Forget that we're moving -> The user and their wife are moving to Rome
Forget that I'm moving to Rome -> The user and their wife are moving to Rome
Forget that we live in Bergen -> The user lives in Bergen
Forget that I want a cat -> The user wants a cat
Forget that I have a cat -> The user has a cat called Mog
`),
  )('of a plan, or of what is so already: %s', (message, content) => {
    const contents = [
      'The user lives in Bergen',
      'The user and their wife are moving to Rome',
      'The user wants a cat',
      'The user has a cat called Mog',
    ];
    const { factIds } = interpret(message, null, newestFirst(contents));
    expect(factIds.map((id) => contents[Number(id.replace('fact_', ''))])).toEqual([content]);
  });

  it('means what was said last where it says no more', () => {
    expect(contentsOf(read('Forget that.', 'I live in Bergen'))).toEqual(['The user lives in Bergen']);
    expect(contentsOf(read('forget it', 'Hello'))).toEqual([]);
  });

  it.each([
    "Don't forget that I live in Bergen",
    'I forgot my umbrella',
    'Delete the file notes.txt',
    'Delete my photos',
    'Remove my name from the list',
    'Delete my passport photo',
    'Never forget where I live',
  ])('is not: %s', (message) => {
    expect(read(message).act).not.toBe('forget');
  });
});

describe('a correction', () => {
  it.each(
    cases(`
Correct that: Signe is 13, not 12. -> Signe is 13 years old
No, I meant orange, not teal -> The user's favourite colour is orange
My favourite colour is not teal but orange -> The user's favourite colour is orange
My husband isn't called Olav, he's called Odd -> The user's husband is named Odd
Sorry, walnuts instead of peanuts -> The user is allergic to walnuts
No, my favourite colour is green -> The user's favourite colour is green
`),
  )('%s', (message, content) => {
    expect(read(message)).toMatchObject({ act: 'correction', content });
  });

  it('of what was asked last needs no more than the right word', () => {
    expect(read('No, it is Stavanger', 'Where do I live?')).toMatchObject({ content: 'The user lives in Stavanger' });
    expect(read('I meant 14', 'How old is Signe?')).toMatchObject({ content: 'Signe is 14 years old' });
    expect(read('It was my birthday yesterday', 'Where do I live?').act).toBe('none');
  });

  it.each([
    [
      'The user is training for a triathlon, longest swim so far is 900 m',
      'Sorry, I meant 950 m',
      'The user is training for a triathlon, longest swim so far is 950 m',
    ],
    ['The user pays 40 euros for 2 tickets', 'I meant 45 euros', 'The user pays 45 euros for 2 tickets'],
    ['The user works at Brel as a welder', 'Sorry, I meant Krone', 'The user works at Krone as a welder'],
    ["The user's cat is three", 'No, 4', "The user's cat is 4"],
    ["The user's boat is named Thea", 'Oops, she is called Freya', "The user's boat is named Freya"],
    ["The user's boat is named Thea", 'No, her name is Freya', "The user's boat is named Freya"],
    ["The user's boat is named Thea", 'not Thea, Freya', "The user's boat is named Freya"],
    ['The user has four nieces', 'Sorry, five nieces', 'The user has five nieces'],
    ["The user's exam is on March 9", 'No, March 19', "The user's exam is on March 19"],
    ['The user works in Turin', 'Sorry, in Genoa', 'The user works in Genoa'],
  ])('of "%s" by "%s" changes what is of its kind', (content, message, right) => {
    const spoken = [{ id: 'fact_1', content, timestamp: '2026-01-20T00:00:00Z' }];
    const before = content
      .replace("The user's", 'My')
      .replace('The user is', 'I am')
      .replace('The user pays', 'I pay')
      .replace('The user has', 'I have')
      .replace('The user works', 'I work');
    expect(interpret(message, before, spoken)).toMatchObject({ act: 'correction', content: right });
  });

  it.each([
    ['Die Katze des Nutzers heißt Lotte', 'Meine Katze heißt Lotte', 'Nein, sie heißt Lola.', 'Die Katze des Nutzers heißt Lola'],
    [
      'Die Katze des Nutzers heißt Lotte',
      'Meine Katze heißt Lotte',
      'Nicht Lotte, sondern Lola',
      'Die Katze des Nutzers heißt Lola',
    ],
    ['Der Nutzer wohnt in Gera', 'Ich wohne in Gera', 'Quatsch, in Jena!', 'Der Nutzer wohnt in Jena'],
    [
      "Le frère de l'utilisateur s'appelle Luc",
      "Mon frère s'appelle Luc",
      "Pardon, il s'appelle Lucas",
      "Le frère de l'utilisateur s'appelle Lucas",
    ],
    ["L'utilisateur habite à Brest", "J'habite à Brest", 'non, à Rennes', "L'utilisateur habite à Rennes"],
    [
      'La hermana del usuario se llama Ana',
      'Mi hermana se llama Ana',
      'No, se llama Aina',
      'La hermana del usuario se llama Aina',
    ],
    ['El usuario vive en Vigo', 'Vivo en Vigo', 'En Lugo, no en Vigo', 'El usuario vive en Lugo'],
    ['O cão do utilizador chama-se Rui', 'O meu cão chama-se Rui', 'Não, chama-se Ruca', 'O cão do utilizador chama-se Ruca'],
    [
      "La fille Zoé de l'utilisateur a 4 ans",
      "J'ai une fille, Zoé, elle a 4 ans",
      'Non, Zoé a 5 ans, pas 4',
      "La fille Zoé de l'utilisateur a 5 ans",
    ],
    [
      'Die Tochter Zoe des Nutzers ist 4 Jahre alt',
      'Meine Tochter Zoe ist 4 Jahre alt',
      'Zoe ist 5, nicht 4 Jahre alt',
      'Die Tochter Zoe des Nutzers ist 5 Jahre alt',
    ],
    [
      'La hija Zoe del usuario tiene 4 años',
      'Mi hija Zoe tiene 4 años',
      'No, Zoe tiene 5 años',
      'La hija Zoe del usuario tiene 5 años',
    ],
    ['Der Nutzer ist 41 Jahre alt', 'Ich bin 41', 'Nein, 42', 'Der Nutzer ist 42 Jahre alt'],
    [
      'Der Geburtstag des Nutzers ist am 3 Mai',
      'Mein Geburtstag ist am 3. Mai',
      'Nein, am 4. Mai',
      'Der Geburtstag des Nutzers ist am 4 Mai',
    ],
    [
      "L'anniversaire de l'utilisateur est le 3 mai",
      'Mon anniversaire est le 3 mai',
      'Non, le 1er juin',
      "L'anniversaire de l'utilisateur est le 1er juin",
    ],
    [
      'El cumpleaños del usuario es el 3 de mayo',
      'Mi cumpleaños es el 3 de mayo',
      'No, el 4 de mayo',
      'El cumpleaños del usuario es el 4 de mayo',
    ],
    [
      'O aniversário do utilizador é a 3 de maio',
      'O meu aniversário é a 3 de maio',
      'Não, a 4 de maio',
      'O aniversário do utilizador é a 4 de maio',
    ],
  ])('of "%s" in another language, after "%s": %s', (content, before, message, right) => {
    const spoken = [{ id: 'fact_1', content, timestamp: '2026-01-20T00:00:00Z' }];
    expect(interpret(message, before, spoken)).toMatchObject({ act: 'correction', content: right });
  });

  it.each([
    ['Die Katze des Nutzers heißt Lotte', 'Meine Katze heißt Lotte', 'Nein, Danke!'],
    ['Der Nutzer wohnt in Gera', 'Ich wohne in Gera', 'Nein, er heißt Max'],
    ['Der Nutzer wohnt in Gera', 'Ich wohne in Gera', 'Nein, bei Anna'],
    ['Der Nutzer wohnt in Gera', 'Ich wohne in Gera', 'Nein, am 4. Mai'],
    ['El usuario vive en Vigo', 'Vivo en Vigo', 'No, Pedro vive en Lugo'],
    ['La hija Zoe del usuario tiene 4 años', 'Mi hija Zoe tiene 4 años', 'No, Ana tiene 5 años'],
    ['La hija Zoe del usuario tiene 4 años', 'Mi hija Zoe tiene 4 años', 'Ana tiene 5 años, no 4'],
    ["The user's sister lives in Leeds", 'My sister lives in Leeds', "No, she's called Mia"],
    ['The user is training for a triathlon', 'I am training for a triathlon', 'Sorry, I meant 16 km'],
    ['The user pays 40 euros for 2 tickets', 'I pay 40 euros for 2 tickets', 'I meant 3'],
    ['The user is learning to sail', 'I am learning to sail', 'I meant Portugal'],
    ['The user has four nieces', 'I have four nieces', 'No, one more thing'],
    ["The user's exam is on Monday", 'My exam is on Monday', 'No, in Genoa'],
    ["The user's boat is named Thea", 'My boat is called Thea', 'Not now, Freya'],
    ["The user's sister has a boat", 'My sister has a boat', 'Oh, its name is Freya'],
  ])('of "%s" by a word of another kind changes nothing', (content, before, message) => {
    const spoken = [{ id: 'fact_1', content, timestamp: '2026-01-20T00:00:00Z' }];
    expect(interpret(message, before, spoken).act).not.toBe('correction');
  });
});

it.each([
  ['What instructions do you have?', 'You want me to answer in French. You want me to never use emojis.'],
  ['Which rules have I given you', 'You want me to answer in French. You want me to never use emojis.'],
  ['How should you answer me?', 'You want me to answer in French. You want me to never use emojis.'],
  ['What did I tell you to always do?', 'You want me to answer in French. You want me to never use emojis.'],
  ['What are the rules of chess that you know?', ''],
  ['What rules does chess have?', ''],
])('who asks for instructions gets all of them, and nothing else: %s', (question, answer) => {
  const known = newestFirst([
    'The user wants the assistant to answer in French',
    "The user's landlord is named Otto",
    'The user wants the assistant to never use emojis',
  ]);
  expect(interpret(question, null, known)).toMatchObject({ act: 'question', answer });
});

it.each([
  ['What is my dog called?', ''],
  ['Do I have a dog?', ''],
  ["What is my neighbour's dog called?", "Your neighbour's dog is named Bruno."],
  ['What car do I have?', ''],
  ["Which car is my wife's?", "Anne's car is a Skoda."],
  ["Who is my daughter's teacher?", "Zoe's teacher is Mr Ali."],
  ['Who do I live with?', 'You share the flat with Kim.'],
  ['Who do I row with?', 'You row with Jan on Tuesdays.'],
  ['Who do I sing with?', ''],
])("somebody else's thing is not the user's, and with whom is asked of company: %s", (question, answer) => {
  const known = newestFirst([
    "The user's neighbour's dog is named Bruno",
    "Anne's car is a Skoda",
    "The user's wife is named Anne",
    "Zoe's teacher is Mr Ali",
    "The user's daughter is named Zoe",
    'The user lives in Leeds',
    'The user shares the flat with Kim',
    'The user rows with Jan on Tuesdays',
    'The user sings in a choir',
  ]);
  expect(interpret(question, null, known)).toMatchObject({ act: 'question', answer });
});

it.each([
  ['Which editor do I use?', 'Your editor is Zed.'],
  ['Which database do we use?', 'You migrated from Oracle to Postgres.'],
  ['What browser do I use?', ''],
  ['What shift do I work?', 'Your shift is from 6 to 2.'],
  ['Which music do I love?', 'You love fado.'],
])('of what kind of thing is asked, that kind answers: %s', (question, answer) => {
  const known = newestFirst([
    "The user's editor is Zed",
    'The user migrated from Oracle to Postgres',
    'The user uses pnpm in this repo',
    "The user's shift is from 6 to 2",
    'The user works at Siemens',
    'The user loves fado',
  ]);
  expect(interpret(question, null, known)).toMatchObject({ act: 'question', answer });
});

it.each([
  "If Dev moves, I'll get his car",
  'If I get the job, we are off to Bonn',
  "If I had a pony I'd call it Rex",
  'When I was a kid I had a pony',
])('a condition asks nothing: %s', (message) => {
  expect(read(message).act).toBe('none');
});

it.each([
  ['What do I do at weekends?', ['The user sings on Sunday evenings', 'The user rows on Saturday mornings']],
  ['What do I do on Saturdays?', ['The user rows on Saturday mornings']],
  ['What do I do in the evenings?', ['The user sings on Sunday evenings']],
  ['What do I do in summer?', ['The user sails in July']],
])('a day is of the weekend, a month of a season: %s', (question, contents) => {
  const known = newestFirst([
    'The user sings on Sunday evenings',
    'The user rows on Saturday mornings',
    'The user sails in July',
  ]);
  const { factIds } = interpret(question, null, known);
  expect(factIds.map((id) => known.find((fact) => fact.id === id)?.content)).toEqual(contents);
});

it('what is denied is put right by no word, and a denial sets nothing right', () => {
  const denied = newestFirst(["The user's name isn't Bob"]);
  expect(interpret("My name is not Bob, it's Rob", null, denied)).toEqual({
    answer: '',
    act: 'statement',
    content: '',
    factIds: [],
    statements: ["The user's name is Rob"],
  });
  const wanted = newestFirst(['The user wants to be called Bobby']);
  expect(interpret("I'm not called Bobby", null, wanted)).toMatchObject({
    act: 'statement',
    statements: ['The user is not named Bobby'],
  });
});

it('what is denied of somebody by another name than it was said of is believed no more', () => {
  const contents = ["The user's uncle no longer works in Turin", "The user's uncle is named Enzo", 'Enzo works in Turin'];
  const spoken = contents.map((content, index) => ({
    id: `fact_${index}`,
    content,
    timestamp: `2026-01-2${9 - index}T00:00:00Z`,
  }));
  for (const question of ['Where does my uncle work?', 'Where does Enzo work?'])
    expect(interpret(question, null, spoken)).toMatchObject({ answer: 'Your uncle no longer works in Turin.' });
  const partly = spoken.map((fact) => ({
    ...fact,
    content: fact.content
      .replace(' in Turin', ' in Turin with Anna')
      .replace('Enzo works in Turin with Anna', 'Enzo works in Turin'),
  }));
  expect(interpret('Where does Enzo work?', null, partly)).toMatchObject({ answer: 'Enzo works in Turin.' });
});

it.each([
  ['I moved to Stavanger', 'You moved to Stavanger.'],
  ['Signe has a new teacher: she likes him', 'Signe has a new teacher. Signe likes him.'],
  ['Olav retired in May', 'Olav retired in May.'],
  ['The ladder is behind the shed', 'The ladder is behind the shed.'],
])('a statement is said again in the second person: %s', (message, again) => {
  const { act, statements } = { statements: [], ...read(message) };
  expect([act, said(statements)]).toEqual(['statement', again]);
});

it.each([
  "Don't remind me about the dentist, please",
  'ok',
  'what a mess',
  'Bob lives in Rome',
  'The error is in the parser',
  'I am so tired',
])('%s is nothing to the facts', (message) => {
  expect(read(message).act).toBe('none');
});

it.each([
  ['The ferry to Ischia leaves at nine', 'When does the ferry leave?'],
  ['The bakery opens at half past six', 'What time does the bakery open?'],
  ['The bins are emptied in the morning', 'When are the bins emptied?'],
])('a time in words is a time: %s', (content, question) => {
  const facts = [{ id: 'fact_1', content, timestamp: '2026-01-01T00:00:00.000Z' }];
  expect(interpret(question, null, facts)).toMatchObject({ act: 'question', factIds: ['fact_1'], answer: `${content}.` });
});

it.each([
  ['Do I have a cat?', ''],
  ['Can I have a cat?', ''],
  ['Do I have a dog?', ''],
  ['Do I own a bank?', ''],
  ['Do I have kids?', ''],
  ['Am I Italian?', ''],
  ['Am I Spanish?', ''],
  ['Am I learning Spanish?', 'Yes: you are learning Spanish.'],
  ['Am I afraid of cats?', 'Yes: you are afraid of cats.'],
  ['Am I a team lead?', 'Yes: you got promoted to team lead.'],
  ['Do I have a horse?', 'Yes: you ride your horse on Sundays.'],
  ['Do I own a shop?', 'Yes: you are the owner of a shop.'],
  ['Do I have a husband?', 'No: your late husband was a sailor.'],
])('who likes, fears or works with something need not have it, nor be it: %s', (question, answer) => {
  const facts = newestFirst([
    'The user is afraid of cats',
    "The user walks their neighbour's dog",
    'The user works at a bank',
    'The user teaches kids',
    'The user loves Italian food',
    'The user is learning Spanish',
    'The user got promoted to team lead',
    'The user rides their horse on Sundays',
    'The user is the owner of a shop',
    "The user's late husband was a sailor",
  ]);
  expect(interpret(question, null, facts).answer).toBe(answer);
});

it.each([
  ['How many kids do I have?', 'Your daughter is named Ines. Your son is named Paulo.'],
  ['How many siblings do I have?', 'You have two brothers and a sister.'],
  ['How many cats do I have?', 'You have one cat, Biscuit.'],
  ['How many nephews do I have?', ''],
  ['Am I married?', 'No: you and Marta got divorced.'],
  ['Do I have a wife?', 'No: you and Marta got divorced.'],
  ['Do I have a girlfriend?', 'Yes: your girlfriend is named Zoe.'],
  ['Which version of Postgres do I run?', 'You upgraded to Postgres 16.'],
  ['Where do I work?', 'You started a new job at Siemens in January 2026.'],
])('what is counted, over or upgraded: %s', (question, answer) => {
  const facts = newestFirst([
    'The user and Marta got divorced',
    "The user's girlfriend is named Zoe",
    "The user's son Paulo is four",
    "The user's son is named Paulo",
    "The user's daughter is named Ines",
    "The user's sister's son is named Archie",
    'The user has two brothers and a sister',
    'The user has one cat, Biscuit',
    'The user upgraded to Postgres 16',
    'The user started a new job at Siemens in January 2026',
  ]);
  expect(interpret(question, null, facts).answer).toBe(answer);
});

it.each([
  ["The user is a nurse at St Mary's", 'Am I moving to Spain?', ''],
  ["The user is a nurse at St Mary's", 'Am I pregnant?', ''],
  ["The user is a nurse at St Mary's", 'Am I a vet?', "No: you are a nurse at St Mary's."],
  ['Tom eats pork', 'What does Tom not eat?', ''],
  ['Tom does not eat pork', 'What does Tom not eat?', 'Tom does not eat pork.'],
  ["The user's daughter is named Anna", "What is Anna's daughter called?", ''],
  ['Der Termin des Nutzers ist am 4 Mai', 'Wann ist mein Termin?', 'Dein Termin ist am 4 Mai.'],
  ['La cita del usuario es el 9 de marzo', '¿Cuándo es mi cita?', 'Tu cita es el 9 de marzo.'],
])('of "%s", "%s" is answered by "%s"', (content, question, answer) => {
  expect(interpret(question, null, newestFirst([content])).answer).toBe(answer);
});

it('knows who is "Rex" where a fact in the language of the message says so', () => {
  const known = newestFirst(['Der Hund des Nutzers heißt Rex']);
  expect(interpret('Rex ist gestorben', null, known)).toMatchObject({
    act: 'statement',
    statements: ['Der Hund Rex des Nutzers ist gestorben'],
  });
});
