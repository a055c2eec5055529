import { rememberLately } from '@agent-mem/contract';
import { alternativesTo } from '../alternatives.ts';
import { beingWords, partnerWords, toolWords } from '../beings.ts';
import { byName, lately } from '../statement-reading.ts';
import { isRunAt, statementWords } from '../statement-words.ts';
import { anyOf } from '../word-table.ts';
import { animals, flatmates, friends, helpers, isStillSaid, partners, type Relation } from './relations.ts';

/** Something that a statement says is over for somebody. */
export interface Ending {
  readonly subject: readonly string[];
  /** By which verbs one was with it; `null`: whichever. */
  readonly verbs: ReadonlySet<string> | null;
  readonly object: readonly string[];
  /** It is over in another version than this: `16` of Postgres leaves 14 behind; empty: in whichever, or in none. `null`: versions are part of the object. */
  readonly version: readonly string[] | null;
  /** What the object was to the user; `null`: it is a thing, or it is not said. */
  readonly relation: Relation | null;
}

const had = '(?:has |have |had )?(?:just |recently |finally |now )?';
const belonging = words(
  `work play sing study live belong go is teach train serve volunteer attend join member act row swim dance lead manage rent`,
);
const owning = words('have own drive ride keep use rent lease fly sail wear share');
const doing = words('is read write learn do take study build attend watch make knit train');
const being = words('is live date see have');
const sharing = words('live share rent');
const helping = words('employ');
const working = words('work');
/** By which verbs one is with somebody whom one moves from. */
const banking = words('use bank');
const suffering = words('have suffer is');
/** By which verbs one is with a program. */
const using = words('use run is have deploy host develop work stay');
/** One may do these with what is over. */
const lasting = words('speak like love enjoy adore hate dislike detest prefer know remember recommend miss was say want');

/** Ways of saying that something is over, and by which verbs one was with it; `null`: whichever. */
const endings: readonly (readonly [RegExp, ReadonlySet<string> | null])[] = [
  [
    of(`
      left | quit | resigned from | was fired from | was fired by | was laid off (?:by|from) | retired from | dropped out of
      withdrew from | stepped down (?:from|as) | resigned as | moved out of | moved away from | walked out of
      is no longer (?:with|at)
    `),
    belonging,
  ],
  [
    new RegExp(
      `^(.+?) ${had}(?:quit|left|lost|gave up|given up) (?:their|his|her|the|a) (?:[\\p{Ll}-]+ )?job (?:at|with|in|for) (.+)$`,
      'iu',
    ),
    working,
  ],
  [new RegExp(`^(.+?) ${had}(?:stopped|quit) working (?:at|for|in) (.+)$`, 'iu'), working],
  [new RegExp(`^(.+?) ${had}(?:quit|left|lost|gave up|given up) (?:their|his|her|the) ([\\p{L} -]{2,30}?) job$`, 'iu'), working],
  [
    of(`
      sold | given away | gave away | lost | scrapped | got rid of | gotten rid of | returned | threw away | thrown away | wrecked
      crashed | totalled | donated | gave up | given up
    `),
    owning,
  ],
  [
    of(`
      gave up | given up | quit | dropped | cut out | avoids? | has to avoid | must avoid | abandoned | went off | gone off
      came off | come off | is off
    `),
    null,
  ],
  [of('finished | completed | read | is done with | is through with | graduated in | got through | run | handed in'), doing],
  [of('cancelled | canceled | called off | terminated | unsubscribed from | ended | closed | let lapse'), null],
  [/^(the user)['’]s (.+?) (?:(?:has been|was|is|got) )?(?:just )?(?:cancelled|canceled|called off)$/iu, null],
  [
    of(`
      broke up with | broken up with | split up with | split from | divorced | separated from | is divorced from
      is separated from
    `),
    being,
  ],
  [of('recovered from | got over | is cured of | overcame | overcome | beaten | is over | is rid of'), suffering],
  [of('paid off | paid back | repaid'), words('have owe pay')],
  [new RegExp(`^(.+?) ${had}(?:switched|changed|migrated|converted|moved over|gone over) from (.+?) to .+$`, 'i'), null],
  [new RegExp(`^(.+?) ${had}moved from (.+?) to .+$`, 'i'), banking],
  [
    new RegExp(`^(.+?) ${had}(?:swapped|traded in|traded|part-exchanged|exchanged|replaced) (.+?) (?:for|with|by) .+$`, 'i'),
    null,
  ],
  [/^(.+?) \p{Ll}+ .+? (?:instead of|rather than|in place of) (.+)$/u, null],
  [
    /^(the user)['’]s ([\p{L} -]+?) (?:(?:has been|was|is|got) )?(?:stolen|sold|scrapped|wrecked|destroyed|totalled|written off|given away|burnt down)$/iu,
    owning,
  ],
];
/** "The user and Zoe are no longer friends": who is none. */
const noFriends =
  /^[Tt]he user (?:and (\p{Lu}[\p{L}'’-]*) (?:are(?: no longer| not|n['’]t) (?:best )?friends(?: any ?more)?|fell out)|is no longer friends with (\p{Lu}[\p{L}'’-]*))$/u;
const partnerRoles = 'wife husband spouse partner girlfriend boyfriend fiance fiancee'.split(' ');
/** "Broke up", "is single again": nobody is named. */
const alone =
  /^the user (?:(?:has )?(?:just |recently |finally )?(?:broke|broken|split) up|is single|(?:was|got) dumped)(?: again)?$/i;
/** "Has a girlfriend", "the user's girlfriend works": who is with somebody is single no more. */
const together = new RegExp(
  `^(?:(.+?) has (?:an? )?(?:new )?(?:${partnerWords})\\b|(the user)['’]s (?:new )?(?:${partnerWords}) (?!(?:died|left)\\b))`,
  'iu',
);
/** "Tom moved out", "the user's flatmate Tom moved out": whom. */
const movedOut = somebody('moved out(?: of .+)?');
/** "Rosa quit", "Ben left the company": who works for the user no more, nor with them. */
const quitting = somebody(
  `(?:quit|resigned|retired|moved away|left(?: (?:us|the user|the (?:company|firm|team|practice|business|club|school)))?|was (?:fired|let go|laid off)|no longer works (?:for|with) the user)`,
);
/** "Stopped working with Ines", "fired Tomas": the same. */
const dismissing =
  /^[Tt]he user (?:has |had to )?(?:just |recently )?(?:(?:stopped|quit) (?:working|training) with|no longer (?:works|trains) with|fired|sacked|dismissed|let go of|parted ways with) (?:their (?:[\p{Ll}-]+ )?)?(\p{Lu}[\p{L}'’-]*)$/u;
/** "in March", "last year", "at 60": when it ended. */
const timed =
  / (?:(?:in|on|at|by|since|for|around) (?:\d|january|february|march|april|may|june|july|august|september|october|november|december|\p{L}+day\b|(?:spring|summer|autumn|winter)\b|the week\b|good$)|last |this |yesterday|today|\d+ \p{L}+ ago).*$/iu;
/** What stands between what somebody has and whose it is or where they have it. */
const joined = words('with by insured registered');
/** Of these one thing stays true when the user has left it or has it no more. */
const staying = words('favourite first old previous former dream hometown birthplace name named language nationality best');
const ofOthers = new RegExp(`^${beingWords}$`, 'i');
const ofTools = new RegExp(`^(?:\\S+ )?(?:${toolWords})$`, 'i');
const leaving: ReadonlySet<ReadonlySet<string>> = new Set([belonging, owning, banking]);
const prepositions = words('in at for with to of on from about by');
/** Behind what one does or takes stands since when, or how often. */
const behindWhole = words('named since every each daily twice once');
const determiners = words('their his her its my this that some any');

const switched = new RegExp(
  `^(.+?) ${had}(?:(?:switched|changed|moved over|moved|gone over|went over|migrated|upgraded|downgraded|updated) to|(?:gone|went)(?= (?:full|part)[- ]?time)) (.+)$`,
  'i',
);
/** "Fedora 41", "Node 24.1": a name and its version. */
const versioned = /^(\D+?) (\d+(?: \d+)*)$/;

/** What a clause says is over. */
export const endingsIn: (clause: string) => readonly Ending[] = rememberLately(newEndings, lately);

function newEndings(clause: string): readonly Ending[] {
  const [, who = '', instead = ''] = switched.exec(clause) ?? [];
  const now = bare(statementWords(instead.replace(timed, '')));
  const [, name = '', version] = versioned.exec(now.join(' ')) ?? [];
  const [subject, object] = [statementWords(who), name.split(' ')];
  const gone = movedOut.exec(clause)?.[1];
  const estranged = noFriends.exec(clause)?.slice(1).join('');
  const quitter = quitting.exec(clause)?.[1] ?? dismissing.exec(clause)?.[1];
  const taken = together.exec(clause)?.slice(1).join('') ?? '';
  return [
    ...said(byName(clause)),
    ...(alone.test(clause) ? partnerRoles.map((role) => ofRelation(being, [role], partners)) : []),
    ...(taken === ''
      ? []
      : [{ subject: statementWords(taken), verbs: words('is'), object: ['single'], version: null, relation: null }]),
    ...(gone === undefined ? [] : [ofRelation(sharing, statementWords(gone), flatmates)]),
    ...(estranged === undefined ? [] : [ofRelation(being, statementWords(estranged), friends)]),
    ...(quitter === undefined ? [] : [ofRelation(helping, statementWords(quitter), helpers)]),
    ...alternativesTo(version === undefined ? now : object).flatMap((other) => [
      { subject, verbs: null, object: other, version: [], relation: null },
      // Who works nights works the night shift.
      ...(other[1] === 'shift' ? [{ subject, verbs: working, object: other.slice(0, 1), version: null, relation: null }] : []),
    ]),
    ...(version === undefined ? [] : [{ subject, verbs: using, object, version: version.split(' '), relation: null }]),
  ];
}

/** The user is no longer with somebody. */
function ofRelation(verbs: ReadonlySet<string>, object: readonly string[], relation: Relation): Ending {
  return { subject: ['user'], verbs, object, version: null, relation };
}

function said(clause: string): readonly Ending[] {
  return endings.flatMap(([form, verbs]) => {
    const [, who, what] = form.exec(clause) ?? [];
    if (who === undefined || what === undefined) return [];
    const object = bare(statementWords(what.replace(timed, '')));
    const subject = statementWords(who);
    const isOfUser = subject.join(' ') === 'user';
    const relation = !isOfUser ? null : verbs === being ? partners : verbs === owning ? animals : null;
    return object.length === 0 ? [] : [{ subject, verbs, object, version: null, relation }];
  });
}

/** Whether a statement says what is over as if it still held. `core`: its words. */
export function isOver({ subject, verbs, object, version, relation }: Ending, core: readonly string[], english: string): boolean {
  if (relation !== null && isStillSaid(relation, object, english)) return true;
  if (!subject.every((word, index) => core[index] === word)) return false;
  const rest = bare(core.slice(subject.length));
  if (rest[0] === 's') return isOverOfTheirs(verbs, object, rest.slice(1));
  const [verb = ''] = rest;
  if (lasting.has(verb) || (verbs !== null && !verbs.has(verb))) return false;
  return rest.some((_, at) => {
    if (at === 0 || !isRunAt(rest, at, object)) return false;
    const end = at + object.length;
    const figures = version === null ? [] : rest.slice(end, end + versionLength(rest.slice(end)));
    if (version !== null && version.length > 0 && (figures.length === 0 || isRunAt(figures, 0, version))) return false;
    const [before = '', after] = [rest[at - 1], rest[end + figures.length]];
    const isWhole = after === undefined || prepositions.has(after) || behindWhole.has(after);
    return isWhole && (at === 1 || prepositions.has(before) || (verb === 'is' && /ing$/.test(before) && at === 2));
  });
}

/** "The user's car is a Golf" holds no more when the car is sold, and when the Golf is; nor "their contract is with O2" when they moved from O2. */
function isOverOfTheirs(verbs: Ending['verbs'], object: readonly string[], theirs: readonly string[]): boolean {
  const is = theirs.indexOf('is');
  const isThing = is === object.length && isRunAt(theirs, 0, object);
  if (isThing && (verbs === null || verbs === owning)) return true;
  const about = theirs.slice(0, is);
  const value = theirs.slice(is + 1);
  const isTool = ofTools.test(about.join(' '));
  const said = value.findIndex((word) => !joined.has(word) && !(isTool && word === 'named'));
  if (
    is < 1 ||
    said < 0 ||
    about.some((word) => staying.has(word) || (ofOthers.test(word) && !isTool)) ||
    !(verbs === null || leaving.has(verbs))
  )
    return false;
  return value.length === said + object.length && isRunAt(value, said, object);
}

function versionLength(rest: readonly string[]): number {
  const end = rest.findIndex((word) => !/^\d+$/.test(word));
  return end < 0 ? rest.length : end;
}

function bare(all: readonly string[]): readonly string[] {
  return all.filter((word) => !determiners.has(word));
}

/** A clause that says what somebody did: who, by what they are to the user or by name. */
function somebody(did: string): RegExp {
  return new RegExp(`^(?!the user )(?:the user['’]s (?:[\\p{Ll}-]+ )??)?(\\p{L}[\\p{L}'’-]*) ${had}${did}$`, 'iu');
}

function of(table: string): RegExp {
  return new RegExp(`^(.+?) ${had}${anyOf(table)} (.+)$`, 'i');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
