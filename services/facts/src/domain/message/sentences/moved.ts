/** "No olives for me please, I can't stand them". */
const forMe = /(?: for me)?(?:,? please| thanks)?$/;
const liking =
  "love|adore|like|enjoy|hate|dislike|detest|can't stand|cannot stand|don't like|don't eat|don't drink|never eat|never drink";
/** "Cilantro? Can't stand it", "Cheese, I love it": what is liked stands in front. */
const topic = new RegExp(
  `^((?!(?:great|nice|good|cool|lovely|wow|yes|yeah|well|thanks|ok|okay|perfect|awesome|wonderful|answer|idea|work|job|suggestion|explanation|example|reply|stuff|this|that|it|your)\\b)[\\p{L}][\\p{L} '-]{2,30}?)[?,:–-]+ (?:I )?(?:(?:really|absolutely|just) )?(${liking}) (?:it|them|that)(?=[.!]|$)`,
  'iu',
);
/** "Meat I gave up". */
const object =
  /^(\p{L}+) (?:i|I) (gave up|stopped eating|stopped drinking|avoid|don't eat|don't drink|never eat|never drink|can't stand|can't eat)(?=$|[.!]| (?:in|since|last|ages|years|\p{L}+ years)\b)/u;
/** "What I love most is birdwatching". */
const cleft =
  /^(?:what|the thing|one thing) I (?:really )?(love|like|enjoy|hate|dislike|can't stand|miss|do|play|drive|teach|study|collect)(?: (?:the )?(?:most|best|more than anything|about (?!this\b|that\b|it\b|your\b)\p{L}+))? is (?!when\b|how\b|that\b|what\b|the (?:way|fact)\b)(.+)$/iu;
/** "The house I grew up in was in Pretoria". */
const whereabouts =
  /^(?:the )?(?:house|flat|town|city|village|country|place|area|neighbou?rhood)(?: that| where| which)? (i (?:grew up|live|lived|was born|was raised|work|study))(?: in)? (?:is|was) (?:called |in )?(.+)$/iu;
/** "We've split up, Carla and I": who "we" are stands behind. */
const behind = /^we(?:'ve| have|'re| are)? ([^,]+), ((?:my [\p{Ll}-]+|\p{Lu}[\p{Ll}-]+)) and (?:i|me)$/iu;
/** "She's a vet, my wife". */
const dislocated = /^(?:she|he)('s| is| was| has| works| lives| plays| likes| loves| hates) ([^,]{2,80}), (my [\p{Ll}-]+)$/iu;
/** "Tokyo's where I live". */
const located = /^(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?:'s| is) where (?:I|we) (live|work|grew up)$/u;
/** "There are four of us at home": how many live there. */
const ofUs =
  /^there(?:'s| are| is) (\p{L}+|\d{1,2}) of us (?:at home|in (?:the|our|my) (?:house|family|flat|home|household|apartment))\b/iu;
/** "Both of my grandparents were": a statement of all is one of each. */
const all = /^(?:both|all|all (?:two|three|four|five)|most)(?: of)? (?=(?:my|our) )/i;
/** "Originally I'm from Accra", "in winter we ski": an adverb in front. */
const fronted =
  /^(originally|in (?:the )?(?:winter|summer|spring|autumn|mornings?|evenings?|afternoons?)|at night|at university|at school|as an? (?:(?:small|little|young) )?(?:child|kid|boy|girl|teenager|student)|for (?:breakfast|lunch|dinner)),? (?=(?:i|i'm|i've|my|we|we're) )([^,;]+?)[\s.!]*$/iu;
/** "I'm shy, aren't I?" asks nothing. */
const tag =
  /,\s+(?:(?:(?:am|are|is|was|were|do|does|did|have|has)n't (?:i|it|they|we|he|she|that)\b[^,?]{0,12}|innit|you know|to be honest|if i'm honest|sadly|unfortunately|luckily)[\s.!]*|(?:would|can) you believe it\??)$/i;
/** "My boyfriend is vegan and I'm not": what stood before is left out behind "I'm". */
const ellipsis =
  /^((?:my|our) [^,;]{2,60} (?:is|are) (an? \p{L}+|\p{L}+)),? (?:and|but) (?:(i'm|i am) not|i (?:am|do) too|so am i)$/iu;

const asked = new RegExp(
  `(^|[.!] )(\\p{Lu}\\p{Ll}{2,30})\\? (?=(?:I )?(?:(?:really|absolutely|just) )?(?:${liking}) (?:it|them|that)\\b)`,
  'giu',
);

/** A message in which what is liked is no question of its own: "Olives? Can't stand them". */
export function withTopics(message: string): string {
  return message.replace(asked, '$1$2, ');
}

/** A sentence whose parts stand in their usual order: "What I love most is rowing" says what "I love rowing" does. */
export function inOrder(sentence: string): string {
  const plain = sentence.replace(tag, '').replace(/[\s.!]+$/, '');
  return plain
    .replace(topic, (_, what: string, verb: string) => `I ${verb} ${what.toLowerCase().replace(forMe, '')}`)
    .replace(object, (_, what: string, verb: string) => `I ${verb} ${what.toLowerCase()}`)
    .replace(cleft, 'I $1 $2')
    .replace(whereabouts, '$1 in $2')
    .replace(behind, '$2 and I $1')
    .replace(dislocated, (_, verb: string, what: string, who: string) => `${who} ${verb === "'s" ? 'is' : verb.trim()} ${what}`)
    .replace(located, 'I $2 in $1')
    .replace(ofUs, 'I have a household of $1')
    .replace(ellipsis, (_, whole: string, what: string, denied?: string) => `${whole}; I'm ${denied ? 'not ' : ''}${what}`)
    .replace(all, '')
    .replace(fronted, (_, when: string, what: string) => `${what} ${when.toLowerCase()}`);
}
