import { beingWords, clientWords, groupWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { anyOf } from '../../statements/word-table.ts';

/** Things whose state says nothing of their owner: it is another tomorrow. */
const passingThings = anyOf(`
  trains? | flights? | bus | taxi | plane | ferry | coffee | tea | lunch | dinner | breakfast | food | pizza | order | parcel
  package | delivery | battery | screen | internet | internet provider | wifi | wi-fi | connection | signal | password
  account | phone | computer | laptop | pc | printer | browser | code | tests? | test suite | script | build | text | essay
  homework | question | point | guess | bad | answer | understanding | idea | version | task | regex | query | function
  output | input | page | link | head | back | battery | problem | issue | mistake | thoughts? | opinion
`);
/** What is said of such a thing at such a moment. Its make or its name may last: "my phone is a Pixel". */
const thingPasses = anyOf(String.raw`
  (?:is|are|was|were|has been|have been) (?:too|so|very|still|just|already|all|not)
  (?:is|are|was|were) (?:late|cold|hot|down|dead|slow|broken|stuck|locked|empty|full|gone|cancelled|delayed|due|flaky|fine|terrible|awful|annoying|that|to|whether|\w+ing)
  has been \w+ing | leaves | left | went | keeps | kept | fails | failed | hurts | crashed | crashes | froze | died
  (?:doesn't|does not|won't|isn't|didn't|did not) | broke
`);
/** What somebody around the writer does now and not for long. */
const passingActs = anyOf(String.raw`
  asleep | awake | sleeping | waiting | barking | meowing | crying | screaming | snoring | cooking | knocking | calling
  drilling | shouting | laughing | yelling | singing | visiting | staring | looking | watching | asking | sitting | standing
  eating | coming | leaving | arriving | waving | driving (?:them|me|us|the user) | getting on | being | outside | here | late | mad
  angry | annoyed | annoying | loud | busy | hungry | (?:so|too|very|being) \w+ | right | wrong
  on (?:his|her|their|its|the) (?:way|phone|line) | home (?:sick|today|now|alone) | in the (?:kitchen|shower|bathroom|car|garden)
`);
/** What somebody does on a day that is named is a plan. */
const someDay =
  '(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const beingPasses = new RegExp(
  String.raw` (?:(?:is|are) ${passingActs}\b(?!.* (?:on|in) ${someDay})|(?:sent|gave|showed|asked|told|made|texted|emailed|owes) (?:them|us)\b|threw up|ate their homework)`,
  'gu',
);
/** Conditions of anything that somebody has. */
const conditions = anyOf(String.raw`
  cold | hot | wet | dry | dirty | broken | stuck | clogged | empty | full | swollen | sore | blurry | wobbly | dying | ready
  done | over | late | missing | gone | nice | long | hard | easy | attached | tomorrow | tonight | today | heating | burnt
  ruined | lost | itchy | (?:too|so|very|quite|pretty|really) \w+ | a (?:total |complete |real )?mess | in the shop | below | above
`);
const anythingPasses = new RegExp(
  `^The user's (?:[\\p{Ll}-]+ ){1,3}?(?:(?:is|are|was|were) ${conditions}$|(?:broke down|stopped working|fell over|starts (?:today|tomorrow|tonight))\\b)`,
  'u',
);
/** What others want of the moment, or have for a while. */
const passingNeeds = anyOf(`
  (?:has|have|had) (?:an? |some |another )?(?:cold|flu|questions?|problems?|issues?|headache|homework|fleas|idea|meeting|day off)
  (?:needs?|wants?) (?:help|advice|an? (?:recipe|logo|lift|ride|hand|answer|favou?r|costume|quote)|to know|you)
  approved | agreed | disagreed | broke | moved the | spilled | dropped | forgot | lost (?:their|his|her|the) | (?:is|are) (?:sick|ill|hungry|bored|arguing)$
`);
const coupleNeeds = /^The user and their .{1,40} are (?:bored|arguing|fighting|hungry|tired)\b/u;
/** Which of several things that stand in the talk. */
const chosen = anyOf(String.raw`
  (?:the|your|that|this) (?:\w+ )?(?:first|second|third|fourth|last|other|latter|former|previous|next|new|old|short|long|shorter|longer|simpler|better)(?:er)? (?:one|version|option|answer|draft|variant|text|title|sentence|paragraph|half|line|part|method|approach|solution)s?
  the (?:first|second|third|last|latter|former|shorter|longer)$ | options? (?:\p{Lu}|\d) | (?:that|this|your) (?:answer|idea|one|version|style|suggestion|way)
`);
/** Data and things of the moment, which the writer has before them. */
const held = anyOf(String.raw`
  (?:tables?|arrays?|lists?|strings?|files?|functions?|classes?|class with|scripts?|quer(?:y|ies)|columns?|rows?|dataframes?|csv|json|variables?|loops?|objects?|options|choices|points|sentences|paragraphs|numbers|integers|words|texts?|lines|minutes|seconds|hours|recipe|deadline|cold|headache|dream|hunch|sore \w+|stomach ache|hangover|feeling|crush on this)
`);
const holds = new CuedPattern(
  /^The user ha(?:s|ve|d) /,
  String.raw`^The user (?:has|have|had) (?:an?|the|some|this|these|two|three|four|five|six|ten|\d+|many|several)(?: (?!tiny|own)[\p{Ll}-]+){0,1}? ${held}\b|^The user has (?:leftover|their reasons|been (?:told|asked|given))\b`,
  'u',
);
/** Small acts that are over, and turns of speech. */
const acts = anyOf(String.raw`
  (?:bought|took|got|picked|chose|used|opened|sent) the wrong | bought (?:eggs|milk|bread|groceries|food|butter|some)
  finished (?:lunch|dinner|breakfast|eating|reading|the|this|it|work) | got an? (?:flat|e-?mail|error|message|call|text|\d|warning|ticket|cold|notification|timeout)
  lost (?:their|the) (?:keys|phone|wallet|place|train|way|connection|bag|patience) | changed (?:the|a|it|that) | moved (?:on|the|it)
  (?:stopped|quit|started|restarted) (?:the(?! (?:[\p{Ll}-]+ )?(?:${groupWords})(?: |$)| (?:[\p{Ll}-]+ )?job\b)|vim|it) | switched (?:tabs|the|it|windows|off|on) | joined (?:the|a) (?:call|meeting|chat)
  passed their (?:argument|parameter|point) | has (?:(?:run|tried|read|checked) (?:the (?:script|code|tests?|command|docs|manual|query)|it|that|this|your)|misread|misunderstood|mistyped|forgotten|pasted|attached|updated|looked|asked|typed)
  works (?:on (?:it|this|that)|with what|hard|better|fine|like) | lives (?:for (?:this|that|these|it)|to serve|and breathe|in (?:strange|interesting|hard|weird) times|under a rock|in the (?:moment|past))
  plays (?:devil's|it|dumb|along|safe) | drinks to | speaks (?:for|no) | eats their (?:words|hat|heart)
  \w+ themsel(?:f|ves)(?: (?:crazy|mad|nuts|silly))?$ | owns their | does not eat their | was born (?:ready|yesterday|lucky|this way)
  is (?:an?|one|two|\d+|half an?) (?:hour|minute|step|day|week|few minutes)s?(?: \w+)?$ | is a fan of (?:the|that|this|your)
  is in (?:chrome|firefox|safari|vim|vs ?code|excel|word|the (?:terminal|editor|console|shell))\b | is (?:getting )?married to (?:the|this|that|my|their)
  is allergic to (?:bad \w+|nonsense|mondays|work|mornings|effort|commitment|stupidity|meetings|responsibility|people|bullshit|fun)
  is (?:writing|working on|finishing|preparing|drafting|editing) (?:an?|the|my|their|this) (?:\w+ )?(?:report|poem|essay|e-?mail|letter|homework|presentation|speech|text|message|paragraph|assignment|slide|tweet|post)
  is an? (?:human|person|user|beginner at (?:this|that))$ | is on (?:windows|mobile|linux|a mac|mac|android|ios|step|page|line)$ | is from (?:work|home)$
  is (?:working on|starting|finishing|fixing|joining) (?:the|this|that|over|late|a new (?:line|chat|page|file)) | is getting (?:a haircut|old|an? (?:error|\d))
  is interested in (?:the|this|that|your) | is from (?:mars|another planet|the future|hell) | cannot \w+ (?:today|right now|tonight|now|anymore today)
`);
const passes = new RegExp(String.raw`^The user ${acts}\b`, 'iu');
const chooses = new CuedPattern(
  / (?:the|your|that|this|options?) /,
  `^The user (?:likes?|loves?|prefers?|hates?|wants?|uses?|takes?) ${chosen}\\b`,
  'u',
);
const unsaid = anyOf(`
  (?:first|next|last|second|final|only) (?:command|prompt|request|message|question|input|task|sentence|word|move|guess) (?:is|was)
  name is (?:on|in|hard|easy|mud|not|too|long|short|difficult|below|above|unusual|spelled wrong|irrelevant)
  (?:address|age|birthday|e-?mail|number) is (?:in the|on the (?:list|form|page|card)|none|a secret|below|above|private|irrelevant)
  favou?rite (?:part |bit |one )?(?:is|was) the
`);
/** "My wife does", "been one for ten years", of something that was said before. */
const elliptic =
  /^The user(?:'s (?:[\p{L}-]+ ){1,3}?| )(?:(?:do|does|did|is|are|was|were|has|have|can|will)(?: too| not|n't)?$|(?:is|was|has been) (?:one|so|that)\b(?! of))/u;
/** "My passport expires in March and my wife's in May": nobody is in a month, or on a date. */
const elsewhen =
  / is (?:in (?:early |late )?(?:(?:19|20)\d\d|January|February|March|April|May|June|July|August|September|October|November|December)|on (?:the )?(?:\d|\p{Lu}\p{Ll}+day|January|February|March|April|May|June|July|August|September|October|November|December)|at \d)/gu;
const saysNothing = new RegExp(String.raw`^The user's ${unsaid}\b`, 'iu');

const theirs = `^The user's (?:[\\p{Ll}-]+ ){0,2}?`;
const name = "(?: \\p{Lu}[\\p{L}'’-]+)?";
/** What passes, and of whom or what. */
const passingOf: readonly (readonly [predicate: RegExp, subject: RegExp])[] = [
  [beingPasses, new RegExp(`${theirs}${beingWords}${name}(?: just| really)?$`, 'u')],
  [new RegExp(` ${passingNeeds}\\b`, 'gu'), new RegExp(`${theirs}(?:${beingWords}|${clientWords})${name}$`, 'u')],
  [new RegExp(String.raw` ${thingPasses}\b`, 'gu'), new RegExp(`^The user's (?:\\p{Ll}+'s )?${passingThings}$`, 'u')],
  [elsewhen, new RegExp(`${theirs}${beingWords}$`, 'u')],
];

/** Whether a statement is true for a moment, speaks of what stands in the talk, or is a turn of speech: of no worth later. */
export function isPassing(text: string): boolean {
  if (elliptic.test(text)) return true;
  return /^the user's /i.test(text)
    ? anythingPasses.test(text) || saysNothing.test(text) || passingOf.some((form) => isOf(text, ...form))
    : [holds, passes, chooses, coupleNeeds].some((pattern) => pattern.test(text));
}

/** Looks for the predicate first: few statements have it, so that the long pattern of the subject is rarely compiled. */
function isOf(text: string, predicate: RegExp, subject: RegExp): boolean {
  return [...text.matchAll(predicate)].some(({ index }) => subject.test(text.slice(0, index)));
}
