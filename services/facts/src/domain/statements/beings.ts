import { listOf } from './word-table.ts';

/** Words for people and animals, as alternatives of a pattern. Every rule that reads them takes them from here. */

/** Whom somebody is with. */
export const partnerWords = 'wife|husband|spouse|partner|girlfriend|boyfriend|fianc[ée]e?';

/** Whom somebody shares a home with, and is no family of theirs. */
export const flatmateWords = 'flatmate|roommate|housemate|lodger';

/** Animals that people live with. */
export const petWords = 'dogs?|cats?|puppy|kittens?|horses?|pony|parrot|rabbits?|hamster|pets?|tortoise|goldfish|hens|chickens';

/** The same, and animals that are also food, or that few people have. */
export const animalWords = `${petWords}|bird|budgie|canary|ferret|snake|turtle|lizard|gecko|fish|donkey|goat|sheep|cow|pig|duck|foal|lamb|guinea pig`;

/** Who works for the user or with them, as long as they do. */
export const helperWords =
  'nanny|babysitter|au pair|cleaner|housekeeper|gardener|carer|caretaker|assistant|secretary|intern|apprentice|trainee|employee|boss|manager|supervisor|team lead|colleague|coworker|coach|trainer|tutor|doctor|gp|dentist|therapist|physio|hairdresser|lawyer|accountant|midwife|conductor|mechanic|waiter|waitress|barista|bookkeeper|c[efot]o';

/** What a word for a helper names together with what it is for, and is no person. */
export const toolWords =
  '(?:password|package|window|file|task|download|clipboard|session|boot|display|process|version|plugin|font|bookmark|tab|reference|citation|volume|device|dependency|secret) manager|(?:voice|ai|digital|virtual|coding|writing|code|smart home) assistant|(?:vacuum|window|pool|drain|carpet|steam) cleaner';

/** Groups that somebody is one of. */
export const groupWords =
  'band|choir|orchestra|team|company|firm|agency|startup|army|navy|union|club|group|church|board|committee|council|gym|course';

/** Whom somebody works for. */
export const clientWords = 'client|customer|patient|pupil';

/** People and animals around somebody, each of whom may have a name. */
export const ownWords: string = listOf(`
  (?:step|half-|grand|great-grand|god|ex-|foster )?(?:mother|mom|mum|father|dad|son|daughter|brother|sister|child|parents?|children|sons|daughters|brothers|sisters)(?:[- ]in[- ]law)?
  ${partnerWords} | ex(?:-wife|-husband)? | kids? | baby | babies | toddler | teenager | sibling | siblings | twins? | triplets | uncles? | aunts? | auntie | cousins? | nephews? | nieces? | grandma
  grandpa | granny | nan | nana | granddad | friends? | best friend | mate | boss | manager | supervisor | mentor | mentee | intern | assistant | secretary | colleagues? | coworkers?
  team lead | product owner | neighbou?rs? | roommates? | flatmates? | housemate | landlord | landlady | tenants? | teacher | professor | tutor | coach | doctor | gp | dentist
  therapist | physio | vet | lawyer | accountant | hairdresser | gardener | nanny | babysitter | cleaner | plumber | apprentice | trainee | carer
  oldest | eldest | youngest | firstborn | other half | better half | missus | ${petWords}
`);

/** The same, groups of people, and a word that is more often a verb. */
export const beingWords = `(?:${ownWords}|team|family|in-laws|lead)`;

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:sons?|daughters?|child|children|kids?|baby|babies|boys?|girls?|twins?)$/i, 'child'],
  [/^(?:brothers?|sisters?|siblings?)$/i, 'sibling'],
  [/^(?:cats?|kittens?)$/i, 'cat'],
  [/^(?:dogs?|puppy|puppies)$/i, 'dog'],
];

/** What a word for a person or an animal has in common with other words for the same: a son is a child, a kitten a cat. */
export function kindOfBeing(word: string): string {
  return kinds.find(([form]) => form.test(word))?.[1] ?? word.toLowerCase().replace(/s$/, '');
}
