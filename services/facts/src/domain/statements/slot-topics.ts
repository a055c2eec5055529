import { alternativeAt, occupations } from './alternatives.ts';
import { numbers, several } from './single-valued.ts';
import type { Topic } from './statement-topic.ts';

/** Verbs of what is so for a while; their past forms are other words. */
const present: ReadonlySet<string> = new Set(
  `is are have cost weigh take drink sleep pay earn hold last measure contain need eat work cover seat charge save spend employ run swim walk cycle
  get allow live sit wear print store process give hour serve listen require make use smoke start stand score handle send receive support
  milk keep own teach train manage rent grow produce sell feed`.split(/\s+/),
);
const aboutWords = new Set('about only roughly around nearly over up of for every at per until to'.split(' '));
const units = new Set(
  `mg g kg kilo ml l litre liter km mile metre meter cm mm m hour minute second day week month year euro dollar pound percent gb mb tb time page
  degree desk seat room request people person member`.split(/\s+/),
);
/** A number behind one of these says which one it is. */
const countedPlaces = new Set(
  'room floor platform gate seat terminal table size level year class grade page desk shelf track bay drawer'.split(' '),
);
const ordinals = new Set('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' '));
const choosing = new Set('is are prefer take'.split(' '));
const saying = /^(?:like|love|enjoy|hate|dislike|adore)$/;

/** What a statement says with one word or number in its line of which one alone can be right, the rest being the same. */
export function slotTopics(core: readonly string[]): readonly Topic[] {
  if (core.some((word) => saying.test(word))) return [];
  const verb = core.findIndex((word, index) => index > 0 && present.has(word));
  return [numberSlot(core, verb), alternativeSlot(core), occupation(core), workplace(core), company(core)].filter(
    (topic) => topic !== null,
  );
}

/** "has 40 desks", "takes 20 mg of ramipril", "is in room 12": the number. */
function numberSlot(core: readonly string[], verb: number): Topic | null {
  if (verb < 1 || several.has(core[verb - 1] ?? '')) return null;
  const at = core.flatMap((word, index) => (index > verb && isCount(word) ? [index] : []));
  const [first] = at;
  const second = at[1];
  // "2.1" and "7:40" are two words.
  const length = second === (first ?? 0) + 1 ? 2 : 1;
  if (first === undefined || at.length !== length) return null;
  const [before = '', word = '', next = ''] = [core[first - 1], core[first], core[first + length]];
  const isOrdinal = ordinals.has(word) || /^\d+(?:st|nd|rd|th)$/.test(word);
  const isMeant = isOrdinal
    ? countedPlaces.has(next)
    : first === verb + 1 || countedPlaces.has(before) || units.has(next) || (aboutWords.has(before) && first === verb + 2);
  // "Has two cats" is of the cats; "of the limit of 100" of the limit.
  if (!isMeant || /^(?:19|20)\d\d$/.test(word)) return null;
  return slot(core, first, length, 'number');
}

function isCount(word: string): boolean {
  return numbers.has(word) || ordinals.has(word) || /^\d+$/.test(word);
}

/** "prefers tabs", "is divorced", "is painted green": one of a set. */
function alternativeSlot(core: readonly string[]): Topic | null {
  for (let at = 2; at < core.length; at += 1) {
    const found = alternativeAt(core, at);
    if (found === null) continue;
    const verb = core.findIndex((word, index) => index > 0 && choosing.has(word));
    const rest = core[at + found.words.length];
    const isPurpose = rest === 'as' || core.slice(1, at).join(' ').endsWith('written in');
    if (isPurpose) return slot(core, at, found.words.length, found.set);
    if (verb < 1 || verb >= at) continue;
    if (found.set === 'status' || found.set === 'progress')
      return at === verb + 1 ? { ...slot(core.slice(0, at + 1), at, 1, found.set), isWhole: rest === undefined } : null;
    const isNext = at === verb + 1 || (at === verb + 2 && /^(?:in|on|at|by|painted|for)$/.test(core[verb + 1] ?? ''));
    // Of two preferences in different things both stand; of a colour, only where something is of it.
    if (!isNext || (core[verb] === 'take' && found.set !== 'seat')) continue;
    if (rest === undefined || core[verb] === 'prefer') return slot(core, at, found.words.length, found.set);
  }
  return null;
}

/** "is a nurse", "works as a nurse". */
function occupation(core: readonly string[]): Topic | null {
  const at = core.findIndex((word, index) => index > 0 && (word === 'is' || (word === 'as' && core[index - 1] === 'work')));
  const value = core.slice(at + 1);
  if (at < 1 || value.length === 0 || value.length > 2 || !occupations.has(value.at(-1) ?? '')) return null;
  const subject = core.slice(0, core[at] === 'as' ? at - 1 : at);
  if (several.has(subject.at(-1) ?? '')) return null;
  return { key: JSON.stringify([subject, 'occupation']), value, isWhole: true, liked: null };
}

/** "lives alone", "lives with Mara", "lives in a home": with whom, though not each of them. */
function company(core: readonly string[]): Topic | null {
  const at = core.findIndex((word, index) => index > 0 && word === 'live');
  const how =
    /^(?:alone|with|by (?:him|her|them)self|on (?:his|her|their) own|in (?:nursing home|care home|retirement home|home|hospice|assisted living))(?= |$)/.exec(
      core.slice(at + 1).join(' '),
    )?.[0];
  if (at < 1 || how === undefined) return null;
  const value = how === 'with' ? how : how.startsWith('in') ? 'cared for' : 'alone';
  return { key: JSON.stringify([core.slice(0, at), 'lives with']), value: [value], isWhole: false, liked: null };
}

/** "works from home", "works in the office", "goes to school": how or where. */
function workplace(core: readonly string[]): Topic | null {
  const at = core.findIndex((word, index) => index > 0 && (word === 'work' || word === 'go'));
  const found = at < 1 ? null : alternativeAt(core, at + 1);
  if (found === null || at + 1 + found.words.length !== core.length) return null;
  if (!/^(?:workplace|stage|hours)$/.test(found.set)) return null;
  return slot(core, at + 1, found.words.length, found.set);
}

function slot(core: readonly string[], at: number, length: number, name: string): Topic {
  const around = [...core.slice(0, at), `<${name}>`, ...core.slice(at + length)];
  return { key: JSON.stringify(around), value: core.slice(at, at + length), isWhole: true, liked: null };
}
