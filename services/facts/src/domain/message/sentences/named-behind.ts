import { animalWords } from '../../statements/beings.ts';

const noun = 'an? (?:[\\p{Ll}-]+ ){1,3}?';
/** "A cat whose name is Pia", "a dog that we call Rolf". */
const relative = new RegExp(
  `\\b(${noun})(?:whose name(?:'s| is)|(?:who|which|that)(?:'s| is) (?:called|named)|(?:that|which|who|whom) (?:we|i) (?:call|called|named)) (?=\\p{Lu})`,
  'gu',
);
/** "There's a cat in the house, she's called Pia": who lives at home and has a name is theirs. */
const resident = new RegExp(
  `^there(?:'s| is) (?:also |even )?(an? (?:[\\p{Ll}-]+ ){0,2}?(?:${animalWords})) (?:in (?:our|the) (?:house|flat|apartment|family)|at (?:home|our place)|living with (?:us|me)),? (?:.{0,60}?, )?(?=(?:(?:he|she|it)(?:'s| is) (?:called|named)|(?:his|her|its) name(?:'s| is)) \\p{L})`,
  'iu',
);

/** "We had another son, Max": whom somebody had they have. */
const born =
  /^((?:[Ii]|[Ww]e))(?:'ve| have)? (?:just |recently )?had (another|an?(?: (?:new|second|third|fourth|fifth))?) ((?:baby )?(?:baby|child|kid|son|daughter|boy|girl)),? (?:called |named )?(?=\p{Lu}\p{Ll})/u;

/** A sentence whose noun has its name beside it: "a cat whose name is Pia" says what "a cat called Pia" does. */
export function withNames(sentence: string): string {
  return sentence.replace(relative, '$1called ').replace(resident, 'I have $1, ').replace(born, '$1 have $2 $3, ');
}
