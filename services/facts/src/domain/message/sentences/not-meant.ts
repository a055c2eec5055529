import { anyOf, listOf } from '../../statements/word-table.ts';
import { isJokedName } from '../statement/assumed-names.ts';

/** Words that begin what is supposed. */
const suppositions = anyOf(String.raw`
  if | even if | in case | provided | as long as | for the sake of | had (?:i|we) | were (?:i|we) | once (?:i|we|my)
  unless | suppose | supposing | assume | assuming | imagine | pretend | what if | let's (?:say|assume|pretend)
  let us (?:say|assume) | say (?:i|we|my|our|you)\b | hypothetically | in theory | whenever | wish | maybe | perhaps
  possibly | considering | thinking (?:about|of) | tempted | if only | as if | whether | in (?:my|a) dreams?
  in another life | in (?:my|our|the|this|a) (?:novel|short story|story|film|movie|series|musical|sketch|nightmare|game|campaign|screenplay|comic|fan ?fic(?:tion)?) | when i (?:retire|grow up|die|win|am rich|was about)
`);
/** What is supposed, not said to be so. */
const supposed = new RegExp(String.raw`^(?:(?:and|but|so|ok|okay|well|hm+) )?${suppositions}\b`, 'i');
const wondering =
  /^(?:i|we)(?:(?:'d| would)(?! (?:really )?(?:like|love) to)| could| might| may| should|'ll| will)\b|^(?:i|we) (?:wish|dreamed|dreamt|was about|were about|was going|were going|almost|nearly|might)\b/i;
const ironicBeginnings = anyOf(`
  oh,? (?:great|perfect|wonderful|joy|fantastic|brilliant|lovely|super|sure|yes|yay|nice|cool|good) | yes,? of course
  yeah,? (?:right|sure) | sure,? because | because of course | of course,? (?:i|my|because)
  (?:just )?what i (?:always )?(?:needed|wanted) | lucky me | how (?:lovely|nice|wonderful|original) | big surprise
  surprise,? surprise | thanks for nothing | sure,? i (?:love|adore|enjoy)
  (?:just )?(?:great|perfect|wonderful|fantastic|brilliant|lovely), (?:another|now|my|the|just|yet)
`);
const ironicWords = anyOf(`
  best (?:day|week|night|thing) ever | said no one ever | what a (?:surprise|joy|treat)
  my (?:absolute |all-time )?favou?rite (?:thing|hobby|part|pastime)(?: ever)?$ | living the dream | as one does
  just kidding | only kidding | (?:just|only) joking | who doesn't | yay me | love (?:it when|how|being|getting|when|waiting) | so much fun | can hardly wait
  can't wait to (?:pay|wait|sit)
`);
/** Praise and boasts that nobody means. */
const ironic = new RegExp(String.raw`^${ironicBeginnings}\b|\b${ironicWords}\b|/s$`, 'i');
const exaggerations = anyOf(String.raw`
  infinite | infinity | an? (?:million|billion|zillion|thousand)
  (?:[4-9]|\d{2,}|three|four|five|six|seven|eight|nine|ten|hundreds? of|thousands? of|millions? of) (?:arms|hands|heads|brains|lives|jobs at once)
  basically an? | practically an? | clearly an? | obviously an? | officially an?
  professional (?:procrastinator|complainer|overthinker|napper|worrier|couch potato) | dictator | servant | slave
  in (?:my|a) (?:dreams?|(?:last|past|previous) life|nightmares?) | zombie | drama queen | superhero | wizard | ninja | unicorn | vampire | robot | goldfish | walking disaster
  or so it (?:feels|seems) | so to speak | figuratively | allergic to (?:mondays|mornings|nonsense|effort|work)
  the (?:queen|king) of | memory of a | patience of a | world champion | olympic | nobel prize | mind reader | psychic | 24/7 | million times
`);
/** Nobody has nine arms, or is a dictator at home. */
const exaggerated = new RegExp(String.raw`\b${exaggerations}\b`, 'i');
/** Verbs of what somebody says. */
const reporting = anyOf(String.raw`
  says? | said | goes(?! (?:to|by|for|in|on|out|through|with|without|back|home|there|into|off|up|down|away)\b) | claims? | claimed
  thinks? | thought | believes?(?! in\b) | believed(?! in\b) | writes(?= (?:that|me|us)\b|[,:]) | wrote(?= (?:that|me|us)\b|[,:]) | asks? | asked
  tells | told | assumes? | insists? | reckons? | suspects? | pretends? | calls me | texted | answered | replied
`);
/** Somebody else speaks. */
const reported = new RegExp(
  String.raw`^(?!i\b|we\b|remember\b|note\b|(?:everyone|everybody) calls me\b)(?:my |our |the |a )?(?:\p{L}[\p{L}'-]* ){1,3}?${reporting}\b`,
  'iu',
);
const programWords = anyOf(String.raw`
  stack ?trace | traceback | exception | segfault | null ?pointer | undefined | NaN | syntax error | type ?error
  endpoint | callback | for loop | while loop | unit tests? | tests? (?:fail|pass)\w* | compil\w+ error
  error message | errors?
`);
/** What stands in programs and in their messages. */
const code = new RegExp(
  listOf(String.raw`
    [{}<>=]=? | => | \b\w+\(\)
    \b(?:\w+\.){1,}(?:ts|js|py|java|go|rs|cpp|json|ya?ml|toml|sh|tsx|jsx|sql)\b
    (?<!\w)/[a-z]\w*(?:/\w*)+ | (?<!\w)/[a-z]{3,}\b | \b[A-Z]+_[A-Z_]+\b
    \b[45]\d\d (?:from|error|on|when|response|status) | \b(?:a|the) [45]\d\d\b
    \b(?:npm|pip|git|docker|kubectl|sudo|curl) [a-z] | \b${programWords}\b
  `),
);
/** What a machine is or has. */
const machinery = anyOf(`
  container | server | function | class | component | page | app | website | site | query | database | table | column
  pipeline | cluster | api | code | file | script | program | variable | loop | regex | pod | branch | repo | package
  terminal | console | browser | laptop | computer | phone | screen | keyboard | printer | wifi | router | vm | model
  service | request | component | hook | test | tests | build | job | import | array | list | object | string | docker
`);
/** What goes wrong with it. */
const failures = anyOf(String.raw`
  has no | have no | is not | isn't | are not | aren't | doesn't | does not | won't | don't | keeps? | returns?
  throws? | fails? | failed | failing | crash\w* | hangs? | freez\w+ | shows? | gives? | broken | null | slow | empty
  never | stopped | died | dies | takes | times? out | refuses | cannot | can't | complains
  is (?:too|always|still|very|\w+ing)
`);
/** "Upgraded to 16 but rolled it back": it was done, and is so no more. */
const undone =
  /\b(?:but|and|then) (?:i |we )?(?:(?:then|had to|have|quickly|later) )*(?:rolled?|reverted?|undid|went|gone|switched|moved|changed)\b(?:.*\bback\b|$)|\bbut (?:i |we )?(?:had to )?(?:revert|undo|undid)/i;
/** What a machine does wrong passes. */
const trouble = new RegExp(String.raw`\b${machinery}\b.*\b${failures}\b`, 'i');

/** "She's a genius, NOT." */
const denied = /\bNOT[.!]*$/;

/** Whether a sentence says the contrary of what it means, and what follows it may too. */
export function isIronic(sentence: string): boolean {
  return ironic.test(sentence) || denied.test(sentence);
}

/** "They call me Bo, but I hate it". */
const unwanted =
  /\bcalls? me \p{Lu}[^,.;]*?,? (?:but|and|though|although|which|even though) (?:i |i'd )?(?:really |absolutely )?(?:hate|don't like|do not like|dislike|can't stand|rather|don't want)\b/iu;

/** Whether a sentence is not meant as a statement of its writer: it is supposed, ironic, exaggerated, of somebody else's words, or about a program. */
export function isNotMeant(sentence: string): boolean {
  return (
    supposed.test(sentence) ||
    wondering.test(sentence) ||
    isIronic(sentence) ||
    exaggerated.test(sentence) ||
    unwanted.test(sentence) ||
    undone.test(sentence) ||
    isJokedName(sentence) ||
    (reported.test(sentence) && /\b(?:i|i'm|i've|we|me|my|that|""|you)\b|""/i.test(sentence)) ||
    code.test(sentence) ||
    trouble.test(sentence)
  );
}
