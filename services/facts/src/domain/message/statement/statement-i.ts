import { carMakes } from '../../question/kinds.ts';
import { groupWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { anyOf, listOf } from '../../statements/word-table.ts';
import { isHabit } from '../sentences/verbs.ts';
import { isAssumedName } from './assumed-names.ts';
import { isDemonym, isName } from './names.ts';
import { ofLife } from './of-life.ts';
import type { Statement } from './of-the-user.ts';
import { pastime } from './pastime.ts';
import { conjugate, thirdPerson } from './third-person.ts';

const adverb =
  '(?:(?:really|also|actually|just|currently|usually|always|often|still|mostly|mainly|absolutely|recently|never|generally|sometimes|strongly|originally|finally) )?';
const habits = listOf(String.raw`
  live | start(?= (?:my|our|a new|as|at) ) | deploy(?= (?:on|with|to|every) ) | work | study | like | love | hate
  prefer | enjoy | dislike | adore | detest | own | drive | speak | play | use | teach | eat | drink | collect | have
  wear | take | suffer | belong | support | follow | practise | practice | sing | write | code | cook | ride | swim
  travel | commute | manage | lead | run | volunteer | go | celebrate | avoid | grow | report | rent | keep | smoke
  program | paint | wake up | get up | go to bed | sleep | walk | cycle | jog | bake | dance | draw | ski | surf
  feed | breed | fast(?= ) | donate | subscribe(?= to ) | lend(?= (?:my|our) ) | catch(?= the .*(?:train|bus|tram|ferry)) | see(?= (?:Dr|Prof)\.? ) | stay(?= (?:at|with) (?:my|our) )
  read(?= (?:before bed|every|at night|in (?:bed|the \p{L}+s))\b) | sit(?= (?:by|next to|near|beside|behind) ) | start(?= work ) | pick(?= (?:my|our|the) .* up ) | tend to | listen to | (?:open|close)(?= (?:at|on|from|daily|every) ) | get(?= (?:(?:migraines|headaches|nosebleeds|hay fever|panic attacks|cold sores|\p{L}+sick)\b|(?:my|our) (?:hair|nails|car|bike|groceries|food|bread|meat|vegetables|veg|fruit|milk|eggs|coffee|news) .*\b(?:at|from|by)\b)) | earn | weigh | sell | turn(?= \d) | design | repair | coach | train | attend
  do(?= (?:yoga|pilates|karate|judo|taekwondo|pottery|ceramics|crossfit|ballet|gymnastics|athletics|archery|capoeira|(?:my|our|the) (?:\p{L}+ )?(?:shopping|groceries|laundry|food shop|weekly shop) (?:at|in|on|from)|martial arts|climbing|bouldering|swimming|rowing|boxing|kickboxing|fencing|wrestling|cycling|sailing|gardening)\b)
`);
const past = listOf(String.raw`
  moved | grew up | graduated | stopped | gave up | started | finished | passed | won | inherited | learned | learnt
  taught | served | enrolled | turned | broke up | divorced | separated
  (?:lost|did|met|broke|tore|sold|left|wrote)(?= (?:my|our) ) | trained | retrained | trained as | adopted | renovated
  opened | ran | built | proposed to | taught ourselves | taught myself | published | studied | worked | lived | bought | adopted | married | joined | quit | retired
  (?:upgraded|downgraded|migrated|updated)(?= (?:.+ )?to ) | called off(?= (?:the|our|my) (?:engagement|wedding)) | sold | planted | visited(?= (?:my|our|the) ) | founded | became | switched | changed | used to | got (?:married|divorced|engaged|promoted|hired)
  got (?:the|our) (?:dog|cat|puppy|kitten|house|flat|boat|car|baby)$
  got(?= an? (?:new |used |second-hand )?(?:${carMakes})(?![\p{L}-]))
  got an? (?:new )?(?:job|dog|cat|puppy|kitten|pet|promotion|car|house|bike|kids?|baby|rabbit|horse|parrot|hamster|boat|flat|dacha|piano|guitar|degree|diploma|scholarship|visa|tattoo)
  started (?:an? (?:new )?job|working|learning|studying|a company|at)
  (?:cancelled|canceled|traded in|traded|swapped|part-exchanged|let go of|handed in|paid off|paid back|got rid of|threw (?:away|out)|gave away|scrapped|wrecked|crashed)(?= (?:my|our|the) )
  (?:left|quit)(?= the (?:[\p{L}-]+ )?(?:${groupWords})(?: |$)) | left(?= \p{L}+$)
  failed(?= (?:my|our) ) | gave birth | pulled out(?= of ) | cancelled | canceled | gave away | dropped out(?= of ) | resigned | stepped down(?= (?:from|as) ) | signed up(?= for ) | split up(?= with )
  (?:got|landed|took|accepted|found|started) (?:the|an?|my) (?:new )?(?:job|post)(?= (?:at|with|as) )
  was (?:born|raised|diagnosed|promoted|hired|laid off|an?) | had (?:(?:a|the|our) baby|twins|surgery|an operation)
  have (?:been|lived|worked|played|studied|owned|known|had|moved)
`);

/** Verbs of what one has one of: "also" says that there is another. */
const ofOne = /^(?:work|teach|study|live|drive|bank)$/i;
const present = new CuedPattern(/^(?:i|we) /i, `^(?:i|we) (${adverb})(${habits}) (.+)$`, 'iu');
const negated = new CuedPattern(
  /^(?:i|we) (?:don't|do not|no longer|never) /i,
  `^(?:i|we) (?:(don't|do not|no longer|never)) (?:really |even |usually )?(${habits}) (.+)$`,
  'iu',
);
const unable =
  /^(?:i|we) (?:simply |just |really |absolutely )?(can't|cannot|can not|can) (stand|abide|bear|eat|drink|swim|drive|speak|play|ride|tolerate|cook|sing|hear|see|walk|read|have(?= (?!access\b|fun\b|both\b|time\b|more\b|everything\b|nice\b|it\b|that\b)(?:any )?[a-z]+(?: or [a-z]+)?(?:,| -| –| because\b|$))) ?(.*)$/i;
const before = new CuedPattern(
  /^(?:i|we)(?:'ve| (?!am |are ))/i,
  `^(?:i|we)(?:(?:'ve| have) (?:just |recently |finally |always )?(been|never (?:been|had|eaten|smoked|learned|learnt|driven|owned|lived)|lived|worked|played|studied|owned|had|moved|run|taught|managed|driven|collected|quit|stopped|switched|upgraded|downgraded|migrated|bought|sold|started|joined|become|given up|lost|adopted|retired|published|written|gone(?= (?:part|full)[- ]time))| ${adverb}(${past}))(?: (.+))?$`,
  'iu',
);
const being =
  /^(?:i'm|i am|i'm|we're|we are) (not |no longer |also (?=an? .* (?:at|for) ))?(?:really |also |actually |currently |just |originally |now )?(.+)$/i;

/** What one lacks for long. */
const lasting = anyOf(String.raw`
  (?:\p{Ll}+ )?(?:children|kids|siblings|brothers|sisters|parents|relatives|family|pets|dogs|cats) | brother | sister | partner | boyfriend
  girlfriend | wife | husband | dog | cat | pet | car | bike | bicycle | television | tv | smartphone | garden | balcony | oven | microwave | dishwasher | freezer
  known allerg(?:y|ies) | allerg(?:y|ies) | religion | passport | driving licen[cs]e | driver's licen[cs]e | degree | debts | tattoos
  middle name | sense of (?:smell|direction|taste) | spleen | gallbladder | appendix
`);
const lacked = new RegExp(`^(?:i|we) have no (${lasting})(?= or |$|,| of my own$| of our own$| yet$)(.*)$`, 'iu');
/** "I've been to Japan twice", "I visited Japan": a name, and not for today. */
const visited =
  /^(?:[Ii]|[Ww]e)(?:(?:'ve| have) (?:already |just |recently )?(been (?:over )?to|visited)| (?:(?:already|just|recently) )?(visited)) (?=\p{Lu})(.+)$/u;

const lastingStates = anyOf(String.raw`
  an? (?!bit|little|lot|few|tad) | allergic to | intolerant | lactose | gluten | married | divorced | single$
  engaged | retired | vegan | vegetarian | pescatarian | diabetic | colou?r-?blind | left-handed | right-handed
  (?:\p{L}+ (?:weeks?|months?) )?pregnant | from_ | based in | afraid of | scared of | fond of | responsible for | in charge of | fluent in
  bilingual | deaf | born_ | interested in | into_ | the (?:mother|father|ceo|cto|founder|owner|head|author|lead)
  learning_ | living_ | working (?:at|as|for|in|on|from) | studying_ | planning (?:to|a)_ | saving (?:up )?for_
  looking after_ | widowed | retired | moving to_ | training for_ | getting married | \d{1,3} years old | over \d{2}$
  \d[.,]\d{2} ?m?\b | dyslexic | asthmatic | epileptic | autistic | anaemic | anemic | colou?r[- ]blind | blind
  adopted | coeliac | celiac | atheist | agnostic | ambidextrous | bisexual | gay | straight | lesbian | trans
  religious | sober | hypoglyc | \w+phobic | \w+-?intolerant | \w+-handed | \w+-sighted | getting (?:married|divorced)
  (?:flying|travelling|traveling|relocating|driving|sailing) to | visiting_ | getting (?:an?|our|my)_
  having (?:an?|our)_ | starting (?!to\b) | leaving (?:for|my|the) | joining_ | selling (?:my|our) | buying an?
  building an? | writing an? | renovating_ | recovering from_
  taking (?:an?|the) (?:course|class|exam|medication|year|break) | taking \p{L}+ (?:lessons|classes|pills) | hosting_
  using_ | on an? (?:mac|pc|diet|\w+ diet|gap year|sabbatical|budget|pension)
  on (?:maternity|paternity|parental|sick) leave | not an?_
  going to (?:apply|move|study|marry|retire|become|start|visit|quit)\b | expecting_ | due in_ | moving (?:back )?to
  terrified of | obsessed with | addicted to | passionate about | keen on | crazy about | (?:good|bad|terrible) at (?!this\b|that\b|it\b|nothing\b)
  used to (?!it\b|this\b|that\b) | named after | related to | the (?:youngest|oldest|eldest|middle) (?:of|child|son|daughter) | an only child
  more of an? (?:\p{L}+ )?(?:person|drinker|fan|lover|reader|type) | mostly_ | mainly_ | strictly_ | plant-based | teetotal | freelancing_ | volunteering_ | teaching_ | renting_ | raising_
  back from (?:an? (?:year|month|trip)|\p{L}+ (?:years|months|weeks)) (?:in|to|at|on) | between jobs | out of work | unemployed | self-employed
  in (?:my|our) (?:(?:early|mid|late|mid-)[ -]?)?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|teens|\d0s)
  in (?:my|our) (?:first|second|third|fourth|final|last|freshman|senior|junior) (?:year|semester|trimester)
  in an? (?:wheelchair|(?:long-distance |open )?relationship|band|choir|book club|orchestra) | at (?:\p{Lu}\p{L}+) (?:university|college)
  half[- ](?!asleep|done|way|awake|finished|tempted|dead|convinced|expecting)\p{L} | turning \d{2}\b | on the (?:\p{L}+ )?(?:board|council|committee)
  with (?!(?:you|him|her|them|it|that|this)\b)\S+ for (?:my|our)_ | widowed | short-sighted | near-sighted | bald | left-footed | hard of hearing | partially sighted | chronically ill
`);
const states = new RegExp(`^${lastingStates}`, 'iu');
/** "In Muscat", "on NixOS": a name, no day or month. */
const somewhere =
  /^(?:in|on) (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May\b|June|July|August|September|October|November|December)\p{Lu}/u;
/** "Off to Orkney for a fortnight in June": a place, and the time of a journey. */
const journey =
  /^(?:going|off|heading|headed|travelling|traveling|flying|taking (?:my|our|the) .*) to (?:.* )?(?:in|for|over|next|this|on (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)?) (?:the |a |two |three )?(?:(?:[Jj]an|[Ff]ebr)uary|[Mm]arch|[Aa]pril|May|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|[Nn]ovember|[Dd]ecember|spring|summer|autumn|fall|winter|[Cc]hristmas|[Ee]aster|(?:spring|summer|winter|half-term) break|holidays?|vacation|honeymoon|fortnight|weeks?|year)\b/u;
/** "Not going to Rome": a place, where "not going to lie" names a deed. */
const destination =
  /^(?:going|flying|travelling|traveling|driving|sailing) to \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*(?=$|[.,!]| (?:any ?more|after all|now|in|on|this|next)\b)/u;
const passingThings = anyOf(`
  question | problem | issue | doubt | idea | feeling | request | suggestion | bug | error | minute | moment | second
  look | task | concern | headache | trouble | difficulty | meeting | appointment | call | time | to | no clue
`);
const passing = new RegExp(String.raw`\b${passingThings}\b`, 'i');
/** "Going to fix it next week": no place. */
const isTask =
  /^(?:going|off) to (?!the\b|an?\b|my\b|our\b)\p{Ll}+ (?:it|this|that|the|an?|my|our|on|up|out|with|some|in|next|this|for a)\b/u;
const forNow = /\b(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening)|for now|until)\b/i;
const pointing =
  /^(?:it|that|this|these|those|them|him|her|what|how|when|where|you|your|the (?:way|idea|answer|sound)|into (?:an?|the|some) )\b/i;

/** "I live in Lisbon": "The user lives in Lisbon". */
export function aboutMe(clause: string): Statement | null {
  const predicate =
    pastime(clause) ??
    alone(clause) ??
    lack(clause) ??
    habit(clause) ??
    visit(clause) ??
    cannot(clause) ??
    done(clause) ??
    state(clause) ??
    wanted(clause) ??
    ofLife(clause) ??
    usual(clause);
  if (predicate === null || /\byou(?:r|rs)?\b/i.test(clause)) return null;
  return { text: predicate.startsWith("'s ") ? `The user${predicate}` : `The user ${predicate}`, subject: null };
}

function habit(clause: string): string | null {
  const no = negated.exec(clause);
  if (no !== null) {
    const [, word = '', verb = '', rest = ''] = no;
    if (unfit(verb, rest)) return null;
    const not = word.toLowerCase();
    if (not === 'never' || not === 'no longer') return `${not} ${conjugate(verb)} ${thirdPerson(rest)}`;
    return `does not ${verb.toLowerCase()} ${thirdPerson(rest)}`;
  }
  const yes = present.exec(clause);
  if (yes === null) return null;
  const [, how = '', verb = '', rest = ''] = yes;
  if (unfit(verb, rest)) return null;
  const isMeant = /^(?:usually|always|often|still|mostly|mainly|never|sometimes|currently) $/i.test(how);
  const adverb = isMeant || (/^also $/i.test(how) && ofOne.test(verb)) ? how.toLowerCase() : '';
  return `${adverb}${conjugate(verb)} ${thirdPerson(rest)}`;
}

/** "I don't drive": a verb alone. */
function alone(clause: string): string | null {
  const verb =
    /^(?:i|we) (?:don't|do not|never) (drive|drink|smoke|swim|cook|dance|fly|ski|cycle|eat meat|eat fish|eat pork)(?: at all| any ?more|, .*)?$/i.exec(
      clause,
    )?.[1];
  return verb === undefined ? null : `does not ${verb.toLowerCase()}`;
}

/** "I have no children". */
function lack(clause: string): string | null {
  const [, what, more = ''] = lacked.exec(clause) ?? [];
  return what === undefined || forNow.test(more) ? null : `has no ${what.toLowerCase()}${thirdPerson(more)}`;
}

function visit(clause: string): string | null {
  const [, been, once, where = ''] = visited.exec(clause) ?? [];
  const verb = been === undefined ? once : `has ${been}`;
  return verb === undefined || forNow.test(where) ? null : `${verb} ${thirdPerson(where)}`;
}

/** "We want to have a second child": a wish, not yet so. */
function wanted(clause: string): string | null {
  const [, verb, liking, loving, rest] =
    /^(?:i|we)(?: (?:really |also |just )?(want|hope|plan|intend|need)|'d (?:really )?(like|love)| would (?:really )?(like|love)) to ((?:have an?|move|study|become|learn|finish|open|start an?|retire|visit|travel to|adopt|marry|write an?|run an?|buy an?) ?.+)$/iu.exec(
      clause,
    ) ?? [];
  return rest === undefined || pointing.test(rest) || forNow.test(rest)
    ? null
    : `${verb === undefined ? `would ${liking ?? loving}` : conjugate(verb)} to ${thirdPerson(rest)}`;
}

/** What is done at such times is done as a rule, whatever it is. */
const regular =
  /\b(?:on|at) (?:the )?weekends?\b|\bevery (?:(?:second|other|first|last|two|three|four|\d+) )?(?:days?|weeks?|months?|years?|morning|evening|night|weekend|summer|winter|\p{L}+day)\b|\bmost (?:days|evenings|mornings|nights|weekends)\b|\b(?:once|twice) an? (?:day|week|month|year)\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b/iu;
const regularVerbs =
  /^(?:make|do|give|help|see|meet|visit|call|watch|read|bring|take|build|pick|sit|stay|get|buy|release|deploy|ship|publish|merge|clean|order|bake|rehearse|train|plan)$/i;

/** "We homeschool our kids": any other verb that is none of the moment. */
function usual(clause: string): string | null {
  const [, how = '', verb = '', rest = ''] =
    /^(?:i|we) ((?:usually|always|often|still|mostly|mainly|never|sometimes|only|both|also|now) )?([a-z-]+) (.+)$/i.exec(
      clause,
    ) ?? [];
  if (
    !(isHabit(verb.toLowerCase()) || (regular.test(rest) && regularVerbs.test(verb))) ||
    pointing.test(rest) ||
    forNow.test(rest) ||
    passing.test(rest.replace(regular, ''))
  )
    return null;
  return `${how.toLowerCase().replace('now ', '')}${conjugate(verb)} ${thirdPerson(rest)}`;
}

/** Questions, errors and meetings come and go; "it" means something that is not in the clause. */
function unfit(verb: string, rest: string): boolean {
  if (pointing.test(rest) || forNow.test(rest)) return true;
  const base = verb.toLowerCase();
  if (base === 'have') {
    if (/^(?:been|lived|worked|played|studied|owned|known|had|moved)\b/i.test(rest)) return false;
    if (/^(?:to|never|just|already|tried|seen|read|done|made|heard|noticed|found|a lot|nothing|something|no)\b/i.test(rest))
      return true;
    if (/^an? (?:job )?interview (?:at|with)\b/i.test(rest)) return false;
    return passing.test(rest.split(' ').slice(0, 4).join(' '));
  }
  if (base === 'like' || base === 'love' || base === 'prefer' || base === 'hate') return false;
  if (base === 'take') return /^(?:an?|the|care|into|back|note)\b/i.test(rest);
  if (base === 'go' || base === 'run') return /^(?:ahead|back|on|into|out|with|through|the|this)\b/i.test(rest);
  if (base === 'keep') return /^(?:\w+ing|on|in)\b/i.test(rest);
  return base === 'follow' && /^the\b/i.test(rest);
}

function cannot(clause: string): string | null {
  const match = unable.exec(clause);
  if (match === null) return null;
  const [, can = '', verb = '', rest = ''] = match;
  if (pointing.test(rest) || (rest === '' && !/^(?:swim|drive|cook|sing|hear|walk|read)$/i.test(verb))) return null;
  if (/^(?:see|read|hear|walk)$/i.test(verb) && rest !== '') return null;
  const word = can.toLowerCase() === 'can' ? 'can' : 'cannot';
  return [word, verb.toLowerCase(), thirdPerson(rest)].filter((part) => part !== '').join(' ');
}

function done(clause: string): string | null {
  const match = before.exec(clause);
  if (match === null) return null;
  const [, perfect, simple, rest = ''] = match;
  if (pointing.test(rest) || /^(?:my|our) minds?$/i.test(rest)) return null;
  const verb = (perfect === undefined ? (simple ?? '') : `has ${perfect}`).toLowerCase().replace(/^have /, 'has ');
  if (
    /^has (?:been|had)$/.test(verb) &&
    !/^(?:an? (?!bit|little|look|problem|question|issue)|living|working|playing|studying|married|learning|promoted to |(?:vegan|vegetarian|sober|single|retired) (?:since|for) |in |with|at |diagnosed)/i.test(
      rest,
    )
  )
    return null;
  // To a name or a version: "to the latest" lasts for nobody.
  if (/^(?:has )?(?:upgraded|downgraded|migrated|updated)$/.test(verb) && !/\bto (?:\p{Lu}|\S+ v?\d|v?\d)/u.test(rest))
    return null;
  if (/^was an?$/.test(verb) && /^(?:bit|little|mistake|lot|problem)\b/i.test(rest)) return null;
  // "Cancelled Netflix": a name, and no day.
  if (
    /^(?:cancelled|canceled|gave away|left)$/.test(verb) &&
    !/^(?:my|our|the) /i.test(rest) &&
    !isName(rest.split(/ (?:in|on|last|at|for|to) /)[0] ?? '')
  )
    return null;
  if (rest === '' && verb === 'quit') return 'quit their job';
  if (
    rest === '' &&
    !/^(?:retired|graduated|got (?:married|divorced|engaged|promoted|hired)|was promoted|was laid off|resigned|gave birth|had |got (?:a|the |our )|broke up|divorced|separated)/.test(
      verb,
    )
  )
    return null;
  return `${verb} ${thirdPerson(rest)}`.trim();
}

function state(clause: string): string | null {
  const match = being.exec(clause);
  const what = match?.[2];
  if (what === undefined || forNow.test(what)) return null;
  const is = match?.[1] === undefined ? 'is' : `is ${match[1].trim().toLowerCase()}`;
  // "We're 7 now" counts people.
  if (/^\d{1,3}$/.test(what)) return /^we/i.test(clause) ? null : `${is} ${what} years old`;
  const first = what.split(/\s/)[0] ?? '';
  const [, called] = /^(?:called|named) (\p{Lu}\S*(?: \p{Lu}\S*)?)$/u.exec(what) ?? [];
  if (called !== undefined) return `${is} named ${called}`;
  if (isDemonym(first)) return `${is} ${thirdPerson(what)}`;
  if (is === 'is' && isName(what) && !isAssumedName(what) && !/^we/i.test(clause)) return `'s name is ${what}`;
  if (is === 'is no longer' && /^(?:at|with|in) \p{Lu}/u.test(what)) return `${is} ${thirdPerson(what)}`;
  if (/^\p{Lu}[\p{L}-]*'s \S+/u.test(what)) return `${is} ${thirdPerson(what)}`;
  if (/^an? (?:\w+ )?(?:fool|idiot|genius|wreck|mess|moment|minute)\b/i.test(what)) return null;
  return (states.test(what) ||
    somewhere.test(what) ||
    (is === 'is not' && destination.test(what)) ||
    (journey.test(what) && !isTask.test(what))) &&
    !/\bto (?:know|see|hear|learn how|ask)\b/i.test(what)
    ? `${is} ${thirdPerson(what)}`
    : null;
}
