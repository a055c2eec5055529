import { animalWords } from '../../statements/beings.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';

const noun = 'an? (?:[\\p{Ll}-]+ ){1,3}?';
/** "A cat whose name is Pia", "a dog that we call Rolf". */
const relative = new RegExp(
  `\\b(${noun})(?:whose name(?:'s| is)|(?:who|which|that)(?:'s| is) (?:called|named)|(?:that|which|who|whom) (?:we|i) (?:call|called|named)) (?=\\p{Lu})`,
  'gu',
);
/** "There's a cat in the house, she's called Pia": who lives at home and has a name is theirs. */
const resident = new CuedPattern(
  /^there(?:'s| is) /i,
  `^there(?:'s| is) (?:also |even )?(an? (?:[\\p{Ll}-]+ ){0,2}?(?:${animalWords})) (?:in (?:our|the) (?:house|flat|apartment|family)|at (?:home|our place)|living with (?:us|me)),? (?:.{0,60}?, )?(?=(?:(?:he|she|it)(?:'s| is) (?:called|named)|(?:his|her|its) name(?:'s| is)) \\p{L})`,
  'iu',
);

/** "We had another son, Max": whom somebody had they have. */
const born =
  /^((?:[Ii]|[Ww]e))(?:'ve| have)? (?:just |recently )?had (another|an?(?: (?:new|second|third|fourth|fifth))?) ((?:baby )?(?:baby|child|kid|son|daughter|boy|girl)),? (?:called |named )?(?=\p{Lu}\p{Ll})/u;

/** "We're foster parents of two boys, Kai and Lenny", "I foster a girl called Noor". */
const fostering =
  /^((?:i|we)) (?:foster|are fostering|am fostering|have fostered)(?= (?:an?|one|two|three|four|five) )|^((?:i|we))(?:'m| am|'re| are) (?:an? )?foster (?:parents?|mothers?|mums?|moms?|fathers?|dads?|carers?|family) (?:of|to|for)(?= (?:an?|one|two|three|four|five) )/iu;
const fostered =
  /^((?:i|we) have (?:an?|one|two|three|four|five)) (?!foster\b)((?:\p{Ll}+ )??(?:boys?|girls?|kids?|child|children|teenagers?|siblings|brothers|sisters|baby))\b/iu;

/** A sentence whose noun has its name beside it: "a cat whose name is Pia" says what "a cat called Pia" does. */
export function withNames(sentence: string): string {
  const plain = sentence.replace(fostering, (_, one = '', other = '') => `${one}${other} have`);
  return (plain === sentence ? sentence : plain.replace(fostered, '$1 foster $2'))
    .replace(relative, '$1called ')
    .replace(resident, 'I have $1, ')
    .replace(born, '$1 have $2 $3, ');
}
