import { movesElsewhere } from '../../statements/residence.ts';

const name = String.raw`\p{Lu}[\p{L}\d&.'’-]*(?: \p{Lu}[\p{L}\d&.'’-]*){0,3}`;
/** "I moved from Siemens to Bosch", "We've switched from Arla to Muller". */
const moving = new RegExp(
  String.raw`^(?:[Ss]o |[Aa]nd )?(?:[Ii]|[Ww]e)(?:['’]ve| have|['’]m| am)? (?:just |recently |finally |now )?(?:moved|switched|changed|gone over|went over|transferred|moving|switching) from (${name}) to (${name})(?=$|[.!]| (?:last|this|in|on|yesterday|today|now|because|after|for)\b)`,
  'u',
);
/** What one is with for a while, by words that no home, liking or origin has. */
const staying = /^The user (?:is|uses|banks|works|buys|sells|gets|plays|trains|runs|orders|rents)\b|^The user['’]s .+ is\b/u;

/** A fact of whom or what the user is with, with what they moved on to: "works at Bosch". `null`: the clause says so of nothing that the fact ends with. */
export function movedOn(content: string, clause: string): string | null {
  const [, from, to] = moving.exec(clause.trim()) ?? [];
  if (from === undefined || to === undefined || !staying.test(content)) return null;
  // Who is from Leeds, or has an office there, stays so where they live in York.
  const isPlaced = /\b(?:from|in|based|born)\b/.test(content) && !movesElsewhere(`moved from ${from} to ${to}`);
  const before = content.replace(/[.!]$/, '');
  if (isPlaced || !before.endsWith(` ${from}`)) return null;
  return `${before.slice(0, -from.length)}${to}`;
}
