import { rememberLately } from '@agent-mem/contract';
import { queryTerms } from '@agent-mem/recall/ranking';
import { statementWords } from '../statements/statement-words.ts';

/** Words that ask for the same, or say the same: the first of a line stands for all of it. */
const same = `
  live lives living lived reside resides residing moved relocated based
  like likes love enjoy adore fond liked loved hate dislike detest loathe fan
  go goes going went
  work works working worked employed employer employ
  occupation job profession career
  earn earns earned earning salary wage wages income
  child kid children
  mother mum mom
  father dad
  partner spouse
  wife missus
  husband hubby
  grandchild grandson granddaughter
  boss manager supervisor foreman
  name named names called call calling surname
  age old
  born birthday birth
  allergic allergy allergies
  study studying studied studies major degree
  married marry
  speak speaking spoken
  drive driving
  mobile cell
  flat apartment
  bicycle bike
  car vehicle
  keep keeps kept
  start starts begin begins
  favourite favorite
  hobby pastime
  sell sold
  buy bought
  lose lost
  give gave given
  get got gotten
  eat ate eaten
  drink drank drunk
  write wrote written
  meet met
  teach taught
  break broke broken
  win won
  die died
  run ran
  sleep slept
  use used
  build built
  fly flew flown flight
  grow grew grown raised
  afraid scared frightened terrified fear
  see saw seen
  take took taken
  make made
  spend spent
  send sent
  sing sang sung
  swim swam swum
  wear wore worn
  ride rode ridden
`;

const countedAs: ReadonlyMap<string, string> = new Map(
  same
    .trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.trim().split(' ');
      return words.map((word) => [stem(statementWords(word)[0] ?? word), words[0] ?? word] as const);
    }),
);

const empty: ReadonlySet<string> = new Set(
  `user s i we me my our us mine ours you your it its this that these those there here he she him her his hers they them their who whom whose what
   which where when why how is are am was were be been being do did will would shall should can could may might must have had not no never and or
   but so if then than of in on at to for from with by about into as into any some anything something someone anyone everything thing again ever
   please one kind sort type lot much many time today right own`.split(/\s+/),
);

/** A mother-in-law is no mother, and a half-brother no brother that is asked for. */
const toWork = /\b(?:to|from) work\b/gi;
const inLaw = /\b(\p{L}+)[- ]in[- ]law\b/giu;
/** "Right" joins words elsewhere, and says which hand here. */
const handed = /\b(left|right)[- ]hand(?:ed|er)\b/giu;
/** "Makes 42k a year" and "is paid £20 an hour". */
const earning =
  /\b(?:mak(?:es?|ing)|(?:(?:is|are|am|get|gets|getting) )?paid) (?=(?:about |around |over |some )?[£$€]?\d[\d.,]*k?\b(?: (?:pounds|dollars|euros|quid|bucks))? (?:an?|per) )/giu;
const notByBirth = /\b(step|half|great|god|ex|foster)-(?=\p{L})/giu;

/** The same facts, and parts of them, are read with each message. So many are at most 2 MB. */
const lately = { texts: 2_000, characters: 1_000 };

/** What a text speaks of: its words without those that only join others, words of one meaning made one. */
export const conceptsOf: (text: string) => readonly string[] = rememberLately(newConcepts, lately);

function newConcepts(text: string): readonly string[] {
  const words = new Set(
    statementWords(
      text
        .replace(toWork, 'commute')
        .replace(earning, 'earn ')
        .replace(inLaw, '$1inlaw')
        .replace(notByBirth, '$1')
        .replace(handed, '$1hand hand'),
    ),
  );
  return [...new Set([...words].flatMap((word) => (empty.has(word) ? [] : [counted(word)])))];
}

function counted(word: string): string {
  const base = stem(word);
  return countedAs.get(base) ?? base;
}

/** Forms of a word made one: parked is park. Words that recall leaves out stay as they are. */
function stem(word: string): string {
  return queryTerms(word)[0] ?? word;
}

const dislike = /\b(?:hates?|dislikes?|detests?|loathes?)\b|\b(?:can(?:no|')t|can not) (?:stand|tolerate|bear)\b/i;
const denial = /\b(?:not|never|no longer|n't|cannot)\b|n't\b/i;

/** Whether a text about a liking speaks of what is not liked. */
export function isDislike(text: string): boolean {
  return dislike.test(text) || denial.test(text);
}
