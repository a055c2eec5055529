import { anyOf, listOf } from '../../statements/word-table.ts';
import { knownPlaces as known, workPlurals as many, workSingles as singles, workThings as things } from '../sentences/work.ts';
import { ofTheUser, type Statement } from './of-the-user.ts';

const word = String.raw`[\p{L}\p{N}'&+./-]+`;
/** Words before the last one of a name. `areModifiers` counts them: V8 compiles a counted group once for each count, with all that follows it. */
const modifiers = `(?<modifiers>(?:${word} )*?)`;
const mostModifiers = 3;
/** What is no part of a name: verbs, questions and what points at a text before both. */
const leading: ReadonlySet<string> = new Set(
  `i we you he she it they this that these those there what which who why how when where if is are was were do does did can could would should will let
  please maybe perhaps and or but so because a an my your his her their its in on at for with of to from as by fix add write make move use check run see
  update rename set the say says said claim claims think thinks told know knows guess hope wish wonder`.split(/\s+/),
);
const article = '(?:the|our|all the|all our|all|each|every|this(?= (?:repo|repository|project|codebase|monorepo|team|app)\\b)) ';
const subject = `(?<whose>${article})?(?<thing>${modifiers}(?:${things}|${many}|${known})(?: (?:of|for) (?:the |our )?(?<within>(?:${word} )*?)${word})?|(?:version |release )?v?\\d+(?:\\.\\d+)+)`;

const made = anyOf(`
  written | built | implemented | coded | programmed | developed | hosted | deployed | stored | located | managed | maintained | owned | led | run
  based | generated | published | packaged | versioned | tagged | cached | backed | reviewed | signed | served | numbered
`);
const preposition = '(?:in|on|at|with|by|from|to|as|off|under|behind|through|via|using|out of)';
/** What is said of it for good. `place` and `name` last where they are one. */
const predicate = listOf(String.raw`
  (?:is|are) (?:now |all |always )?${made} ${preposition} .+
  (?:runs?|lives?|sits?|listens?|ships?|deploys?|talks?|points?|belongs?|comes?|depends?|starts?|begins?|ends?|builds?|publish(?:es)?|go(?:es)?) (?:only |always )?${preposition} .+
  (?:uses?|follows?|targets?|requires?|replaced|replaces) .+
  (?:(?:will )?(?:opens?|closes?|meets?|(?:takes?|took) place|go(?:es)? live)|(?:is|are) due|must be (?:submitted|handed in)) (?:at|on|in|from|every|until|by) .+
  (?:costs?|counts?|lasts?|has|have) (?:about |around |only |up to )?[€$£]?\d.*
  (?:is|are) (?:now )?(?:called|named|codenamed|valid|always|never|only|every|each) .+
  (?:is|are) (?:now )?(?:in|on|at|under|behind) (?<place>.+)
  (?:is|are) (?:now )?(?:the )?(?<name>.+)
`);
const stated = new RegExp(`^${subject} (?:now )?(?<predicate>${predicate})$`, 'iu');
const continued = new RegExp(`^it (?<predicate>${predicate})$`, 'iu');
const partOfIt = new RegExp(`^its (?<part>(?:${word} ){0,2}?${word}) (?<predicate>${predicate})$`, 'iu');
const ofIt = new RegExp(`^it(?:'s| is) (?<predicate>(?:${made} ${preposition}|called|named) .+)$`, 'iu');

/** The groups of a pattern. */
type Parts = { readonly [group: string]: string | undefined };

/** A name, a number, a path, or an address. */
const isPlace = /\p{Lu}|\d|[/@_]|\p{L}\.\p{L}|\bimperative\b/u;
const isNamed = /^[\p{Lu}\d@]/u;
/** "The loader is a plugin for Vite": its kind lasts too. */
const ofKind = new RegExp(`^is (?:now )?an? (?:(?!few\\b|little\\b|bit\\b)[\\p{L}-]+ ){0,3}?(?:${things})\\b`, 'iu');
/** "All money is integer cents", "migrations must be reversible": it holds of each, so it says nothing of one task. */
const ruled = [
  `(?:all the|all our|all|each|every|our) ${modifiers}(?:${many}|${things}|money) (?:is|are|has|have)`,
  `(?:all |our )?${modifiers}(?:${many}) (?:must|have to|should|may not|must not)`,
  `(?:each|every) ${modifiers}(?:${singles})(?: (?:in|of|on|for) (?:our|the|this) ${word})? (?:must|has to|needs?|requires?|gets?|starts?|ends?|counts?|is)`,
].map((form) => new RegExp(`^${form} (?:always |never |not )?.+$`, 'iu'));

/** What passes: a time, trouble, or a state that something is in. */
export const passesAtWork =
  /\b(?:again|right now|at the moment|today|tonight|yesterday|tomorrow|currently|this (?:time|morning|afternoon|evening|week)|too|way|so much|insane\w*|fail\w*|by default|commits? (?:ahead|behind)|crash\w*|errors?|timeouts?|minutes ago|\d+%)\b|\b(?:is|are|was|looks?|seems?|on|in|under|at|out of) (?:(?:still|all|not|now|never|always|only|heavy|big|high) )*(?:down|up|broken|flaky|stuck|slow|red|green|done|ready|merged|closed|frozen|wrong|missing|fire|trouble|progress|hold|risk|load|attack|sync|memory|date)\b/iu;
/** What is said of each of its kind in the world is nothing of the writer's. */
const worldwide = /^(?:a|an|any|most|some|many) /iu;

const person = String.raw`(?:(?:Mrs?|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?`;
const duties = anyOf(String.raw`
  owns | leads | heads | maintains | manages | runs | handles | reviews | coordinates | looks after | takes care of | does | is responsible for | is in charge of
  is the (?:lead|owner|maintainer|contact|reviewer|on-call|one|person) (?:of|for|(?:who|that) \p{Ll}+) | approves | organi[sz]es | supervises | grades
`);
const responsible = new RegExp(
  `^(?<who>${person}) (?:(?:now|still|also) )?(?:${duties} (?:the|our|all|everything) .+|(?:leads|heads|owns|maintains|handles) (?!his\\b|her\\b|a\\b|an\\b|two\\b|three\\b)\\p{Ll}[\\p{L}-]+)$`,
  'u',
);
/** "The person responsible for it is Nikolai". */
const inCharge = new RegExp(
  `^the (?:person|one|people) (?:who (?:is|are) )?(?:responsible for|in charge of|who \\p{Ll}+s?) (?<what>.+?) (?:is|are) (?<who>${person})$`,
  'u',
);
/** Names of tools and firms, and words that begin a sentence. */
const noPerson =
  /^(?:The|This|That|It|He|She|They|We|You|What|Who|Nobody|Everybody|Everyone|Someone|Google|Apple|Microsoft|Amazon|Meta|Oracle|GitHub|Git|Docker|Kubernetes|Linux|React|Redis|Postgres|Node|Nginx|Python|Java|Rust|Go|Webpack|Vite|Terraform|Jenkins|Kafka|Spark)\b/u;

/**
 * What lasts of something that the writer works on with others: "the gateway is written in Go", "Priya owns the billing service". `it` is what was
 * spoken of just before, `null`: nothing.
 */
export function aboutWork(clause: string, it: string | null): Statement | null {
  if (/\byou(?:r|rs)?\b|\?/iu.test(clause) || worldwide.test(clause)) return null;
  const who = responsible.exec(clause)?.groups?.who;
  if (who !== undefined && !noPerson.test(who)) return { text: ofTheUser(clause), subject: who };
  const chief = chiefOf(clause, it);
  if (chief !== null) return chief;
  if (passesAtWork.test(clause)) return null;
  const { whose = '', thing, ...about } = statedIn(clause) ?? {};
  if (thing !== undefined && lasts(about)) {
    const name = whose === '' && isCountable(thing) ? `the ${thing}` : `${whose}${thing}`;
    const text = ofTheUser(`${name} ${about.predicate}`);
    return { text, subject: ofTheUser(name) };
  }
  if (isRule(clause)) return { text: ofTheUser(clause), subject: null };
  if (it === null || !isOfWork(it)) return null;
  const { part, ...its } = partOfIt.exec(clause)?.groups ?? {};
  if (part !== undefined && lasts(its)) return { text: `${it}'s ${part} ${its.predicate}`, subject: it };
  const made = ofIt.exec(clause)?.groups?.predicate;
  if (made !== undefined) return { text: `${it} is ${made}`, subject: it };
  const more = continued.exec(clause)?.groups;
  return more && lasts(more) ? { text: `${it} ${more.predicate}`, subject: it } : null;
}

/** What a clause says of something of the work, in its parts; `null`: it says nothing of any. */
function statedIn(clause: string): Parts | null {
  const parts = stated.exec(clause)?.groups;
  return parts !== undefined && areModifiers(parts.modifiers) && areModifiers(parts.within) ? parts : null;
}

function isRule(clause: string): boolean {
  return ruled.some((form) => {
    const parts = form.exec(clause)?.groups;
    return parts !== undefined && areModifiers(parts.modifiers);
  });
}

function areModifiers(words = ''): boolean {
  const each = words.split(' ').slice(0, -1);
  return each.length <= mostModifiers && !each.some((word) => leading.has(/^\w*/.exec(word)?.[0].toLowerCase() ?? ''));
}

/** A place and a name last where they are one: "on Fly", "on fire". */
function lasts({ place, name, predicate = '' }: Parts): boolean {
  return (place === undefined || isPlace.test(place)) && (name === undefined || isNamed.test(name) || ofKind.test(predicate));
}

function chiefOf(clause: string, it: string | null): Statement | null {
  const { who, what } = inCharge.exec(clause.replace(/^The\b/u, 'the'))?.groups ?? {};
  if (who === undefined || (what === 'it' && !isOfWork(it))) return null;
  return { text: ofTheUser(clause.replace(/ it (?=is |are )/u, () => ` ${uncapitalised(it ?? '')} `)), subject: who };
}

function uncapitalised(subject: string): string {
  return subject.replace(/^The\b/u, 'the');
}

const isWork = new RegExp(`(?:^|\\s)(?:${things}|${many}|${known})$`, 'i');
const mayBePeople = /(?:client|supplier|worker|team)s?$/iu;

/** Whether somebody speaks of work rather than of a person: "he" does not mean it. */
export function isOfWork(subject: string | null): boolean {
  return subject !== null && isWork.test(subject) && !mayBePeople.test(subject);
}

const countable = new RegExp(`(?:^|\\s)(?:${things})$`, 'i');

function isCountable(thing: string): boolean {
  return countable.test(thing) && !/^(?:version|release) /iu.test(thing);
}

/** Where a clause may go on to something else. One joint may begin within another that joins nothing: ", while". */
const joints = /(?=(?<joint>(?<mark>,|;|:|\s[-–—])\s+(?:(?:and|but|so|since|because) )?|\s+(?:and|but|while) ))/giu;
const ofItself = new RegExp(
  `^(?:it (?:lives|runs|uses|counts|costs|lasts|is (?:called|written|built|hosted)) |its ${word} (?:is|are|uses?|runs?) |the person (?:who |responsible |in charge ))`,
  'iu',
);
/** "Jonas does the wheels, Lena does the electrics". */
const behindPerson = new RegExp(
  `(?:(?:,|;|:|\\s[-–—])\\s+(?:(?:and|but|so) )?|\\s+(?:and|but|while) )(?=${person} ${duties} )`,
  'u',
);
/** "Staging is on Fly, prod on Hetzner". */
const elliptic = new RegExp(
  `(?<= is (in|on|at) [^,]+), (?:and )?((?:the |our )?${modifiers}(?:${things}|${known})) (?=\\1 )`,
  'giu',
);
const saidTwice = / is (in|on|at) .*, .* \1 /iu;

/** A clause as its parts, each of which may say something of the work. */
export function partsOfWork(clause: string): readonly string[] {
  const whole = saidTwice.test(clause) ? clause.replace(elliptic, withVerb) : clause;
  return atJoints(whole).flatMap((part) => part.split(behindPerson));
}

function withVerb(whole: string, _: string, thing: string, before: string): string {
  return areModifiers(before) ? `, ${thing} is ` : whole;
}

/** A clause, divided where something of the work begins behind something else: "fix the healthcheck, the api listens on 8081". */
function atJoints(clause: string): readonly string[] {
  for (const { index, groups } of clause.matchAll(joints)) {
    const rest = clause.slice(index + (groups?.joint?.length ?? 0));
    if (beginsAboutWork(rest, groups?.mark !== undefined)) return [clause.slice(0, index), ...atJoints(rest)];
  }
  return [clause];
}

/** Without a mark before it, a thing needs its article. */
function beginsAboutWork(text: string, isMarked: boolean): boolean {
  const named = isMarked ? text : text.replace(/^(?:the|our) /i, '');
  return ofItself.test(text) || ((isMarked || named !== text) && statedIn(named) !== null);
}
