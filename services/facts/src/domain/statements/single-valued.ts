import { months, weekdays } from './calendar.ts';
import { statementWords } from './statement-words.ts';

/** A way of saying something, in words, and what all ways of saying it count as. */
export interface Phrase {
  readonly words: readonly string[];
  readonly counted: string;
}

/** Of these a subject has one at a time: what stands first is what all of a line count as. */
export const singlePhrases = phrasesOf(`
  lives in, live in, lives at, is living in, resides in, is based in, has lived in, has been living in
  lives in, moved to, has moved to, relocated to, has relocated to
  works at, works for, quit their, resigned from, retired from, was laid off from, was fired from, is working at, is working for, is employed at, is employed by, has worked at, has worked for, has been working at, has been working for
  works as, is working as
  is named
  wants to be called, prefers to be called, goes by the name of
  is answered in
  is married to
  is engaged to
  was born on
  was born in
  was built in
  was founded in
  weighs
  costs
  lasts
  runs until
  is valid until
  is open until
  is written in
  is built with
  is stored in, is stored on, is kept in
  is parked in, is parked on, is parked at
  is made of
  is led by
  is managed by
  is maintained by
  is taught by
  is owned by
  is insured with, is insured by
  is enrolled at, is enrolled in
  is head of
  runs on
  reports to
  banks with, banks at
  studies at
  studies in
  studies
  rehearses in, rehearses at, meets in, meets at
  is staying at, is staying in, stays at
  commutes by
  gets up at, wakes up at
  goes to bed at
  is deployed with, is deployed on
  is hosted on, is hosted by
  listens on port, is listening on port, runs on port, is running on port
  opens with code
  takes place at, takes place in, is held at, is held in
`);

/** The same, of what is said in days and hours. */
export const singleTimes = phrasesOf(`
  starts at, begins at
  starts on, begins on
  ends at
  ends on
  opens at
  closes at
  leaves at, departs at
  arrives at
  expires on, expires in
  is due on, is due by, is due
  is scheduled for, is planned for
  is booked for
  takes place on, is held on
`);

/** Ways of saying that one likes something, or does not. */
export const likings: readonly { readonly words: readonly string[]; readonly liked: boolean }[] = [
  ...['likes', 'loves', 'enjoys', 'adores', 'is fond of', 'is fan of'].map((form) => ({ form, liked: true })),
  ...['hates', 'dislikes', 'detests', 'loathes'].map((form) => ({ form, liked: false })),
].map(({ form, liked }) => ({ words: statementWords(form), liked }));

/** Such a thing of somebody "is" one thing at a time. */
export const attributes = wordSet(`
  address email password passcode employer hometown nationality timezone username hostname nickname surname branch
  grade major iban insurer
`);
/** The same, where two words are needed to name it. */
export const twoWordAttributes = new Set(['time zone', 'blood type', 'mother tongue', 'native language', 'first language']);
/** The same, where what it is said to be is a figure or a date: of a budget that is tight nothing follows. */
export const figures = wordSet(`
  birthday age number plate pin code salary budget deadline height weight size version room postcode price fee rent pb pr record time runway
  pressure dose dosage premium mileage balance overdraft income
`);
/** Somebody has one such person at a time, as a rule. */
export const roles = wordSet(`
  wife husband spouse partner girlfriend boyfriend landlord landlady doctor dentist therapist physiotherapist boss manager supervisor lawyer
  accountant advisor plumber electrician vet hairdresser gardener tutor coach mechanic cleaner babysitter nanny caretaker
`);
/** Such a thing is in one place at a time. */
export const movables = wordSet(`
  key passport charger ladder suitcase wallet umbrella torch toolbox tent bike bicycle car van motorbike scooter phone camera drill hammer saw
  vacuum contract folder certificate medicine ring guitar cello violin bag backpack box sledge router remote jack boat cooler blanket coat
  binder will deed receipt invoice warranty ticket token secret config log backup dashboard
`);
export const locationPrepositions = new Set('in on at under with behind beside above below near inside'.split(' '));
/** Of such things somebody may have several, and each is said to be one. */
export const ofMany = wordSet(`
  project hobby language client supplier goal interest allergy problem question idea reason other hero role model idol star pupil player neighbour
  guest author singer band book film song name
`);
/** One may have several, so that the same words may speak of another. */
export const several = wordSet(`
  brother sister sibling twin son daughter child kid baby cousin uncle aunt nephew niece friend colleague coworker neighbour neighbor roommate
  flatmate teacher student client customer cat dog kitten puppy horse rabbit pet bird laptop server machine
`);

export const dates = wordSet(`${[...weekdays, ...months].join(' ')} today tomorrow`);
/** What is true at some times only, or of a part only, says nothing of the other times. */
export const sometimes = wordSet(
  `${weekdays.join(' ')} weekend weekday morning evening night summer winter sometimes often occasionally partly part`,
);
export const numbers = new Set('one two three four five six seven eight nine ten eleven twelve'.split(' '));

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).flatMap(statementWords));
}

/** The longest first. */
function phrasesOf(lines: string): readonly Phrase[] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const forms = line.trim().split(', ');
      return forms.map((form) => ({ words: statementWords(form), counted: forms[0] ?? form }));
    })
    .toSorted((one, other) => other.words.length - one.words.length);
}
