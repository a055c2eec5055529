import { listOf } from '../statements/word-table.ts';

/** Words of Italian that no language here has: many of its verbs are written as in Spanish or Portuguese. */
const italian = listOf(`
  mi chiamo | si chiama | gli | degli | della | dello | nel | nella | nello | dal | dalla | dallo | sul | sulla | è | più | anche | ho | abbiamo
  mio | miei | mia (?:moglie|madre|mamma|figlia|sorella|nonna|zia) | (?:vivo|abito|lavoro) a(?= \\p{Lu}) | (?:amo|adoro|odio|detesto) (?:i|il|lo(?! que\\b)|l'\\p{L}+)
`);
const other = new RegExp(`(?<![\\p{L}'-])(?:${italian})(?![\\p{L}-])`, 'u');

/** Whether a text is in a language that rules do not read, and that looks like one that they do. */
export function isNotRead(text: string): boolean {
  return other.test(text.charAt(0).toLowerCase() + text.slice(1));
}
