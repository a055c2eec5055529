import { anyOf } from '../../statements/word-table.ts';

/** Past forms of what one has to do with what is over. */
const past: Readonly<Record<string, string>> = {
  give: 'gave',
  sell: 'sold',
  quit: 'quit',
  leave: 'left',
  stop: 'stopped',
  cancel: 'cancelled',
  get: 'got',
  drop: 'dropped',
  pull: 'pulled',
  pay: 'paid',
  throw: 'threw',
  move: 'moved',
};
/** "We had to sell the boat": it is sold. */
const forced = new RegExp(
  `\\b([Ii]|[Ww]e) had to (${Object.keys(past).join('|')}) (?=(?:up|away|out|off|rid|my|our|the|to|\\p{L}+ing)\\b|\\p{Lu})`,
  'gu',
);
const things = String.raw`(?:(?:my|our|the|an?) (?:[\p{L}-]+ ){0,3}?[\p{L}-]+|\p{Lu}[\p{L}'’-]+)`;
/** "I gave my piano away": the two words of the verb stand together. */
const divided = new RegExp(
  `\\b([Ii]|[Ww]e) ((?:just |finally |recently )?)(gave|give|threw|throw|paid|handed|traded|cut) (${things}) (away|out|off|back|in|up)(?=$|[,.!;]| (?:and|but|because|last|yesterday|today|in|on|to|for)\\b)`,
  'u',
);
const stolen =
  /^(?:someone|somebody|they|thieves|a thief|some \p{Ll}+)(?: has| have)? (?:stole|stolen|nicked|pinched) (my|our) ([^,.;]{2,40})/iu;
/** What is no more without a word for it. */
const dismissed = new RegExp(
  String.raw`^(i|we)(?:'ve been| was| were| have been| got) ${anyOf('sacked | fired | laid off | made redundant | let go')}(?=$|[,.!;]| (?:and|but|from|by|last|yesterday|today|in|on)\b)`,
  'iu',
);

/** A sentence that says in a roundabout way that something is over, in the plain one: "we had to give the cat away" says "we gave away the cat". */
export function plainlyParted(sentence: string): string {
  return sentence
    .replace(forced, (_, who: string, verb: string) => `${who} ${past[verb] ?? verb} `)
    .replace(divided, '$1 $2$3 $5 $4')
    .replace(stolen, '$1 $2 was stolen')
    .replace(dismissed, '$1 lost my job');
}
