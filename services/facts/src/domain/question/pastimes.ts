import { listOf } from '../statements/word-table.ts';
import { conceptsOf } from './concepts.ts';

const who = String.raw`(?:the user(?:['’]s(?: \S+){1,3}?)?|\S+)`;
const often = '(?:also |still |now |often |regularly |usually |sometimes )*';
const sports = 'swims | climbs | boulders | runs | jogs | cycles | skis | snowboards | surfs | skates | rows | boxes | fences';
const crafts = 'paints | draws | knits | crochets | sews | dances | sings | gardens | hikes | bakes | juggles';

/** "Climbs on Sundays", and not "runs a bakery", "cycles to work". */
const alone = (verbs: string) =>
  new RegExp(`^${who} ${often}(?:${listOf(verbs)})(?= |$)(?! (?:an?|the|their|his|her|to|for|at|out|over|away|into) )`, 'iu');
const doesSport = alone(sports);
const doesCraft = alone(crafts);
/** Of these "box" and "fence" are the same words. */
const exercises = listOf(`
  swimming | climbing | bouldering | running | jogging | cycling | skiing | snowboarding | surfing | skating | rowing | boxing | kickboxing
  fencing | wrestling
`);
const exercising = new RegExp(
  `^${who} ${often}(?:likes|loves|enjoys|adores|is into|goes|does|started) (?:${exercises})(?![\\p{L}-])`,
  'iu',
);
const plays = new RegExp(
  `^${who} ${often}(?:plays (?!an? (?:role|part|trick)\\b)|collects (?!their |his |her |from )|goes (?!shopping|missing|being)\\p{L}+ing(?![\\p{L}-]))`,
  'iu',
);
const pursues = new RegExp(
  `^${who} ${often}(?:does|practises|practices|likes|loves|enjoys|adores|is into|got into|is learning(?: to)?|learns|(?:has )?taken up|took up|is an? (?:keen|avid|passionate)) `,
  'iu',
);
/** "Sings in their spare time", "reads a lot of crime novels". */
const forFun =
  /\bin (?:their|his|her) (?:spare|free) time\b|\b(?:reads|watches|listens to) (?:a lot of|lots of|mostly|mainly) |\b(?:has taken up|got into) /i;

/** What is done for its own sake and is neither a sport nor an instrument. */
const pursuits: ReadonlySet<string> = new Set(
  conceptsOf(`
    chess pottery ceramics painting drawing knitting sewing crochet crocheting embroidery photography gardening baking cooking dancing dance hiking
    fishing reading birdwatching woodworking carpentry astronomy origami calligraphy camping sailing singing juggling travelling poetry
  `),
);

/** By which pastimes somebody's fact answers, given the kinds of what it speaks of: `sport`, `hobby`. */
export function pastimesIn(english: string, concepts: readonly string[], kinds: readonly string[]): readonly string[] {
  if (doesSport.test(english) || exercising.test(english)) return ['sport', 'hobby'];
  const isPursued =
    pursues.test(english) &&
    (kinds.includes('sport') || kinds.includes('instrument') || concepts.some((each) => pursuits.has(each)));
  return isPursued || forFun.test(english) || plays.test(english) || doesCraft.test(english) ? ['hobby'] : [];
}
