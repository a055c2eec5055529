import { movesElsewhere } from '../../statements/places/residence.ts';

const name = String.raw`\p{Lu}[\p{L}\d&.'’-]*(?: \p{Lu}[\p{L}\d&.'’-]*){0,3}`;
/** "I moved from Siemens to Bosch", "We've switched from Arla to Muller". */
const moving = new RegExp(
  String.raw`^(?:[Ss]o |[Aa]nd )?(?:[Ii]|[Ww]e)(?:['’]ve| have|['’]m| am)? (?:just |recently |finally |now )?(?:moved|switched|changed|gone over|went over|transferred|moving|switching) from (${name}) to (${name})(?=$|[.!]| (?:last|this|in|on|yesterday|today|now|because|after|for)\b)`,
  'u',
);
const said = new RegExp(`^The user (?:has )?(?:moved|switched|changed) from (${name}) to (${name})$`, 'u');
/** "The user lives in Wick". */
const living = new RegExp(`^The user (?:lives in|moved to) ${name}$`, 'u');
/** What one is with for a while, by words that no home, liking or origin has. */
const staying = /^The user (?:is|uses|banks|works|buys|sells|gets|plays|trains|runs|orders|rents)\b|^The user['’]s .+ is\b/u;

/** A fact of whom or what the user is with, or where they live, with what they moved on to: "works at Bosch". `null`: the clause says so of nothing that the fact ends with. */
export function movedOn(content: string, clause: string): string | null {
  const [, from, to] = moving.exec(clause.trim()) ?? [];
  if (from === undefined || to === undefined || !isWith(content, from, `moved from ${from} to ${to}`)) return null;
  const before = content.replace(/[.!]$/, '');
  return `${before.slice(0, -from.length)}${to}`;
}

/** Whether a fact ends with a name that somebody is with; or lives in, where the move alone does not say that it is a home. */
function isWith(content: string, name: string, move: string): boolean {
  // Who is from Leeds, or has an office there, stays so where they live in York.
  const isPlaced = /\b(?:from|in|based|born)\b/.test(content) && !movesElsewhere(move);
  // A move between places says so by itself.
  const isHome = living.test(content) && movesElsewhere(move);
  return (isHome || (staying.test(content) && !isPlaced)) && content.replace(/[.!]$/, '').endsWith(` ${name}`);
}

/** Statements without those that somebody moved on which the facts hold already: "works at Bosch" says that they left Siemens, and for no home. */
export function withoutMovesHeld(statements: readonly string[], contents: readonly string[]): readonly string[] {
  return statements.filter((statement) => {
    const [, from, to] = said.exec(statement) ?? [];
    if (from === undefined) return true;
    // Of two that end so none is put right.
    const left = contents.filter((content) => isWith(content, from, statement));
    return left.length !== 1 && !contents.some((content) => isWith(content, to ?? '', statement));
  });
}
