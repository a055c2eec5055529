const number = '(?:\\d[\\d.,:]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const hesitating = '(?:(?:[Oo]h|[Oo]ops|[Aa]h|er|um|uh|[Nn]o)[, ]+){0,3}';
const strong = `${hesitating}(?:[Nn]o,? wait|[Ww]ait,? no|[Ii] meant?|[Ss]cratch that|[Mm]ake that|[Cc]orrection)`;
const before = "(?:(?:it's|it is|in|at|on|to|for) )?";
/** "Two, sorry, three", "in Leeds, I mean in Bradford": a name or a figure, and the one that is right. */
const sameKind = new RegExp(
  `(?<![\\p{L}\\d])(${number}|\\p{Lu}[\\p{L}'’-]+)(?:,| [-–—]|\\.{3}|…) ?(?:${strong}|${hesitating}(?:sorry|rather))[,:]? ${before}(${number}|\\p{Lu}[\\p{L}'’-]+)(?![\\p{L}\\d'’-])`,
  'gu',
);
const noValue =
  '(?:it|that|this|them|so|what|why|well|please|here|there|now|never|really|seriously|everything|always|me|you|sorry|thanks)';
/** "My favourite colour is green. No wait, blue." */
const lastWord = new RegExp(
  `(?<= )([\\p{L}\\d'’-]+)[.!,…]* (?:[-–—] )?${strong}[,:]? ${before}(?!${noValue}[.!]*$)([\\p{L}\\d'’-]+)(?=[.!]*$)`,
  'u',
);

/** A message with the word that is right in place of the one that its writer takes back in the same breath. */
export function selfCorrected(message: string): string {
  return message
    .replace(sameKind, (whole, wrong: string, right: string) => (isFigure(wrong) === isFigure(right) ? right : whole))
    .replace(lastWord, '$2');
}

const figure = new RegExp(`^${number}$`, 'i');

function isFigure(word: string): boolean {
  return figure.test(word);
}
