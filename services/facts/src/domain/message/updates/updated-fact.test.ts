import { expect, it } from 'vitest';
import { knownFact } from '../../question/known-fact.ts';
import { withoutMovesHeld } from './moved-on.ts';
import { mayUpdate, updatedFact } from './updated-fact.ts';

/** What is believed becomes of these facts by a message: the fact that it says otherwise; `null`: none. */
function updated(message: string, contents: readonly string[], last: readonly string[] = []): string | null {
  const facts = contents.map((content, index) =>
    knownFact({ id: `${index}`, content, english: content, timestamp: '2026-01-01T00:00:00.000Z' }, new Map()),
  );
  const lastSaid = facts.filter(({ content }) => last.includes(content));
  const content = updatedFact(message, facts, lastSaid)?.content ?? null;
  // Where it says no, nobody looks at what is believed.
  if (content !== null && lastSaid.length === 0) expect(mayUpdate(message)).toBe(true);
  return content;
}

it.each(['I live in Turku', 'Where do I live?', 'Has the review been moved?', 'Mirela sings in a choir. She loves it.'])(
  'nothing that is believed need be looked at for: %s',
  (message) => expect(mayUpdate(message)).toBe(false),
);

it.each([
  ['I moved from Wick to Thurso', 'The user lives in Wick', 'The user lives in Thurso'],
  ['I moved from O2 to EE', "The user's mobile contract is with O2", "The user's mobile contract is with EE"],
  ['We have switched from Siemens to Bosch', 'The user works at Siemens', 'The user works at Bosch'],
  [
    'Book club has been moved to Thursday',
    "The user's book club meets on Tuesdays at 7 pm",
    "The user's book club meets on Thursdays at 7 pm",
  ],
  [
    'The review got pushed to half past three because everybody is late',
    "The user's review starts at 2:30",
    "The user's review starts at half past three",
  ],
  [
    'I misread it, the offer for the roof is 9,400 euros',
    "The user's offer for the roof is 4,900 euros",
    "The user's offer for the roof is 9,400 euros",
  ],
  ['The exam is on 4 June now. Wish me luck.', "The user's exam is on 28 May", "The user's exam is on 4 June"],
  ['Nora is in Turku now, not Tampere', "The user's sister Nora lives in Tampere", "The user's sister Nora lives in Turku"],
  [
    'The rehearsals will be at the old mill',
    "The user's rehearsals are in the town hall on Fridays",
    "The user's rehearsals are at the old mill on Fridays",
  ],
  [
    'They rewrote it, so the checkout page is in Vue now',
    "The user's checkout page is written in React",
    "The user's checkout page is written in Vue",
  ],
  ['The fee for the nursery went up to €420', "The user's fee for the nursery is €400", "The user's fee for the nursery is €420"],
  ['The office has moved to Potsdam', "The user's office is in Berlin", "The user's office is in Potsdam"],
  ['I sell my milk to Muller now', 'The user sells their milk to Arla', 'The user sells their milk to Muller'],
  ["Max's teacher is Mr Olsen now", "Max's teacher is Ms Brandt", "Max's teacher is Mr Olsen"],
  ['My club is SCC now', "The user's club is Harriers", "The user's club is SCC"],
  ['My badge number is 5520 now', "The user's badge number is 4471", "The user's badge number is 5520"],
  ["My old number no longer works, it's 555-2 now", "The user's phone number is 555-1", "The user's phone number is 555-2"],
  [
    'My doctor upped my amlodipine to 10 mg',
    'The user takes amlodipine 5 mg every morning',
    'The user takes amlodipine 10 mg every morning',
  ],
  ['Beth moved out', "The user's flatmates are named Beth and Rowan", "The user's flatmate is named Rowan"],
  ['Peg died too', 'The user keeps three hens: Dot, Peg and Nell', 'The user keeps two hens: Dot and Nell'],
  ['Changed my flight to 6 April', 'The user is flying to Lisbon on 4 April', 'The user is flying to Lisbon on 6 April'],
  ['I raised my rate to 55', "The user's hourly rate is 45 euros", "The user's hourly rate is 55 euros"],
  ['The landlord put the rent up to 1550', "The user's rent is €1400", "The user's rent is €1550"],
  ["I've been moved to ward 7A", 'The user is a nurse on ward 4B', 'The user is a nurse on ward 7A'],
  [
    'jonas moved out last week',
    'The user is living in a shared flat with Jonas and Mila',
    'The user is living in a shared flat with Mila',
  ],
  ['Harold passed away', 'The user plays bridge on Mondays with Ruth and Harold', 'The user plays bridge on Mondays with Ruth'],
  ['The concert is cancelled', "The user's concert is on 3 May in the town hall", "The user's concert is cancelled"],
  ['The cat died', 'The user has a dog and a cat', 'The user has a dog'],
  ['Milo died last week', 'The user has two cats, Milo and Luna', 'The user has a cat named Luna'],
  ['Flo has died', 'The user has three hens, Bo, Flo and Jo', 'The user has two hens, Bo and Jo'],
  [
    'My meeting is on Tuesdays at 11 from now on',
    "The user's meeting is on Mondays at 10",
    "The user's meeting is on Tuesdays at 11",
  ],
  ['Ben died', 'The user has two brothers, Ben and Tom', 'The user has a brother named Tom'],
  ['Our daughter Mia died', 'The user has two kids, Leo and Mia', 'The user has a kid named Leo'],
  ['Iggy died yesterday', 'The user has 3 cats: Ziggy, Bowie and Iggy', 'The user has two cats: Ziggy and Bowie'],
  [
    'We had to put Rocky down last week',
    'The user has two dogs, Luna and Rocky, and a cat called Miso',
    'The user has a dog named Luna, and a cat called Miso',
  ],
  ['Mein Bruder Ben ist gestorben', 'Der Nutzer hat zwei Brüder, Max und Ben', 'Der Bruder des Nutzers heißt Max'],
  ['My brother Ben died last year', 'The user has two brothers, Ben and Tom', 'The user has a brother named Tom'],
  ['Our daughter Mia passed away', 'The user has three daughters: Ida, Mia and Ada', 'The user has two daughters: Ida and Ada'],
  ['My cat Milo died', 'The user has two cats, Milo and Luna', 'The user has a cat named Luna'],
  ['My sister died in May', 'The user has a brother and a sister', 'The user has a brother'],
  ['We had a second, Bo', 'The user has a daughter, Ida', 'The user has a daughter, Ida, and a second child, Bo'],
  ['We had a second one, Bo, in May', "The user's son is named Max", 'The user has a son, Max, and a second child, Bo'],
  ['We had another daughter, Bo', 'The user has a daughter named Ida', 'The user has two daughters, Ida and Bo'],
  ['We got a second, Pip', 'The user has a cat named Milo', 'The user has two cats, Milo and Pip'],
  [
    'We had a third, Leo',
    'The user has a daughter, Ida, and a second child, Bo',
    'The user has a daughter, Ida, a second child, Bo, and a third child, Leo',
  ],
  ['We had a fourth, Mia', "The user's kids are named Tim, Ana and Leo", "The user's kids are named Tim, Ana, Leo and Mia"],
  ['We have had another son, Max', 'The user has two children, Tim and Ana', 'The user has three children, Tim, Ana and Max'],
  ['Our third, Leo, was born in May', 'The user has two kids: Tim and Ana', 'The user has three kids: Tim, Ana and Leo'],
  ['We got another cat called Pip', 'The user has two cats, Milo and Luna', 'The user has three cats, Milo, Luna and Pip'],
  ['Kai went back to his mother in June', 'The user has two foster boys, Kai and Lenny', 'The user has a foster boy named Lenny'],
  ['We sold the goat', 'The user has a horse and a goat', 'The user has a horse'],
  ['Sorry, the gardener is called Piet', "The gardener's name is Pim", "The gardener's name is Piet"],
])('%s', (message, fact, now) => {
  expect(updated(message, [fact, 'The user lives in Oslo'])).toBe(now);
});

it('takes another date for the one of the last message, spoken of as it', () => {
  const fact = "The user's appointment is on 3 May at 10";
  expect(updated('It was moved to 5 May', [fact], [fact])).toBe("The user's appointment is on 5 May at 10");
  expect(updated('It was moved to 5 May', [fact])).toBeNull();
});

it('takes another date for the one of the last message', () => {
  const fact = "The user's anniversary is on 3 May";
  expect(updated('Sorry, 5 May', [fact])).toBeNull();
  expect(updated('Sorry, 5 May', [fact], [fact])).toBe("The user's anniversary is on 5 May");
});

it.each([
  ['is of somebody else', 'My colleague had his pottery class moved to Fridays', "The user's pottery class is on Mondays"],
  ['says where somebody is', 'Mirela sings at the opera now, no longer a nurse', "The user's wife Mirela is a nurse"],
  ['is of today alone', 'Today I took the ferry, not the tram', 'The user goes to work by tram'],
  ['may come', 'They might move the pottery class to Fridays', "The user's pottery class is on Mondays"],
  ['is asked', 'Could we move the pottery class to Fridays?', "The user's pottery class is on Mondays"],
  ['is supposed', 'If the class moved to Fridays I would be free', "The user's class is on Mondays"],
  ['is quoted', 'He says "the class is on Fridays now"', "The user's class is on Mondays"],
  [
    'is of another thing of the same place',
    'The hotel in Porto has its check-in at 14:00 now',
    "The user's flight to Porto leaves on Saturday at 6:40",
  ],
  ['is something else that one does', 'I work late on Tuesdays now', 'The user works from home on Fridays'],
  [
    'is of somebody who is named beside it',
    'Declan is on holiday until Friday now',
    'The user has a physio appointment with Declan on Thursday at 4pm',
  ],
  ['opens', 'The new gym opens on Saturday', 'The user goes to the gym on Mondays'],
  ['comes on top', 'I also go to the gym on Saturdays now', 'The user goes to the gym on Mondays'],
  ["is another's by name", "Nora's wedding is on 9 June now", "The user's wedding is on 3 May"],
  ['was late once', 'I paid the rent on the 5th, sorry', 'The user pays the rent on the 1st of each month'],
  ['says by how much', 'The fee for the nursery went up by €20', "The user's fee for the nursery is €400"],
  ['says how much more', 'The nursery costs 20 euros more now', 'The nursery costs 400 euros'],
  ['came back', 'I lost the dog in the park but found him again', 'The user has a dog and a cat'],
  ['names no place', 'The gym moved to a bigger place', "The user's gym is in Soho"],
  ['is cancelled beside it', 'The concert is cancelled', "The user's party is on 3 May"],
  ['is one of two', 'The dog died', 'The user has two dogs and a cat'],
  ['is of another brother', "My wife's brother Ben died", 'The user has two brothers, Ben and Tom'],
  ['puts down no animal', 'We had to put it down', 'The user has two dogs, Luna and Rocky'],
  [
    'is of what one takes instead',
    'I stopped taking metoprolol, I take bisoprolol 5 mg now',
    'The user takes metoprolol 100 mg in the morning',
  ],
  ['is a statement of its own', 'They gave me plot 22 instead of 14', 'The user has an allotment, plot 14'],
  ['is of a flight to somewhere else', 'Our flight to Rome was moved to 6 April', 'The user is flying to Lisbon on 4 April'],
  ['moves out of no band', 'Jonas moved out', 'The user plays bridge with Ruth and Jonas'],
  ['is of another Ben', 'My uncle Ben died', 'The user has two brothers, Ben and Tom'],
  ['is of a story', 'Ben died in the last episode', 'The user has two brothers, Ben and Tom'],
  ['leaves them alive', 'Ben ran away', 'The user has two brothers, Ben and Tom'],
  ['is of another animal', 'The rabbit died', 'The user has a dog and a cat'],
  ['moved to another day', 'The office moved to Friday', "The user's office is in Berlin"],
  ['is of another kind', 'We had another son, Max', 'The user has two cats, Milo and Luna'],
  ['names another than the next', 'We had a fourth, Mia', 'The user has two kids: Tim and Ana'],
  ['names one of two alike', 'We had a third, Leo', 'The user has three cats, Milo, Luna and Pip'],
  ['is a second of an unknown kind', 'We had a second, Bo', 'The user has a cat named Milo'],
  ['is bought', 'We bought a second, Bo', 'The user has a daughter, Ida'],
  ['is a son', 'We had another son, Max', 'The user has a daughter, Ida'],
  ['is named already', 'We had a second, Ida', 'The user has a daughter, Ida'],
  ['counts more than are named', 'We had another son, Max', 'The user has three kids, Tim and Ana'],
  ['may be of a firm', 'I moved from Siemens to Bosch', 'The user lives in Kiel'],
  ['is of a home', 'I moved from Leeds to York', "The user's office is in Leeds"],
  ['is of what is liked', 'I moved from Arla to Muller', 'The user likes Arla'],
  ['is of another sister', 'My sister is Ida now', "The user's sister is Ada"],
  ['says where they are', 'I am with Ida now', 'The user plays chess with Ada'],
  ['is one of two figures', 'The score is 130 over 80 now', 'The score is 150 over 95'],
  ['is about something else', 'The match is on Friday now', "The user's pottery class is on Mondays"],
])('what %s changes nothing', (_, message, fact) => {
  expect(updated(message, [fact])).toBeNull();
});

it('changes none of two facts that are spoken of alike', () => {
  const facts = ["The user's class is on Mondays", "The user's class is on Tuesdays"];
  expect(updated('The class is on Fridays now', facts)).toBeNull();
});

it('a move that a fact holds, before it or after it, is not learned beside it', () => {
  const move = 'The user moved from SK Turm to SK Dame';
  expect(withoutMovesHeld([move], ['The user plays for SK Dame', 'The user lives in Ghent'])).toEqual([]);
  expect(withoutMovesHeld([move], ['The user plays for SK Turm', 'The user lives in Ghent'])).toEqual([]);
  expect(withoutMovesHeld([move], ['The user plays for SK Turm', 'The user trains at SK Turm'])).toEqual([move]);
  expect(withoutMovesHeld([move], ['The user lives in Ghent', 'The user likes SK Dame'])).toEqual([move]);
});
