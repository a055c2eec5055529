import { conceptsOf } from '../../question/concepts.ts';

/** Where something is, or what it is in, on or with. */
interface Whereabouts {
  /** What it is said of. */
  readonly of: readonly string[];
  /** The preposition with what stands behind it. */
  readonly text: string;
  readonly index: number;
}

const thing = String.raw`(?:(?:the|an?|my|our|their) )?[\p{L}\d][\p{L}\d'’.-]*(?: [\p{L}\d][\p{L}\d'’.-]*){0,3}?`;
const whereabouts = new RegExp(
  String.raw`^(.{2,60}?)(?: is| are|['’]s| will be| runs?| takes place| happens| meets?| gets?| lives?)(?: now| held| hosted| written| built| made| stored| kept| going to be| being)* ((?:in|at|on) (?!(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d)${thing})(?=$|[,.;!]| (?:now|these days|nowadays|instead|from now on|for the|on|at|every|each|since|until|with)\b)`,
  'iu',
);

/** "The office moved to Potsdam", "to the old mill": neither to Friday nor to a bigger place. */
const movedTo =
  /^(.{2,60}?) (?:has |have |had |was |were |is |are )?(?:been |being )?(?:moved|relocated|transferred|moving|relocating)(?: from .+?)? to ((?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Jan|Febr)uary|March|April|May\b|Ju(?:ne|ly)|August|(?:Sept|Nov|Dec)ember|October|the (?:\d|\p{L}+ (?:of|week|month|day)\b))(?:the [\p{L}-]+(?: [\p{L}-]+){0,2}?|\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3}))(?=$|[,.;!]| (?:now|last|this|in|on|since|because|and)\b)/u;

function whereaboutsIn(text: string): Whereabouts | null {
  const [, what, place] = movedTo.exec(text) ?? [];
  if (what !== undefined && place !== undefined) return { of: conceptsOf(what), text: `in ${place}`, index: -1 };
  const [, of = '', found] = whereabouts.exec(text) ?? [];
  return found === undefined ? null : { of: conceptsOf(of), text: found, index: text.indexOf(found, of.length) };
}

/** A fact with where its subject is now in place of where it was: "Choir will be at the library" of "The choir rehearsal is in the hall on Fridays". `null`: the clause says no such thing of it. */
export function elsewhere(content: string, clause: string): string | null {
  const before = whereaboutsIn(content);
  const now = before && whereaboutsIn(clause);
  if (!now || now.of.length === 0 || !now.of.every((each) => before.of.includes(each))) return null;
  if (conceptsOf(now.text).join() === conceptsOf(before.text).join()) return null;
  return `${content.slice(0, before.index)}${now.text}${content.slice(before.index + before.text.length)}`;
}
