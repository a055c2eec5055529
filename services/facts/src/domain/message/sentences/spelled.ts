/** Words by which rules read who somebody is and what is said of them. */
const words =
  'live lives lived living work works working have called named married allergic wife husband sister brother mother father daughter friend girlfriend boyfriend birthday moved from with'.split(
    ' ',
  );
const own: ReadonlySet<string> = new Set(words);
const mended: ReadonlyMap<string, string> = new Map(words.flatMap((word) => slips(word).map((slip) => [slip, word] as const)));
/** Words that such a slip makes, and that mean something. */
const others: ReadonlySet<string> = new Set('form'.split(' '));

/** A word with two letters in each other's place, behind the first, or with one of two alike: "lvie", "caled". */
function slips(word: string): readonly string[] {
  const swapped = [...word]
    .slice(2)
    .map((letter, index) => `${word.slice(0, index + 1)}${letter}${word[index + 1]}${word.slice(index + 3)}`);
  return [...swapped, word.replace(/(.)\1/, '$1')].filter((slip) => slip !== word);
}

/** A message with what is written in haste as it is meant: "my wfie is caled Jane". */
export function spelled(message: string): string {
  return message
    .replace(/(?<![\p{L}-])(?:u+m+|u+h+|erm+),? /giu, '')
    .replace(/\biam (?=\p{L}|\d)/gu, "I'm ")
    .replace(/\bb-?day\b/gi, 'birthday')
    .replace(/(?<=\d )y(?:r|ear)s?[ -]old\b/gi, 'years old')
    .replace(/(?<![\p{L}\d'’-])\p{Ll}{4,12}(?![\p{L}\d'’-])/gu, (word) =>
      own.has(word) || others.has(word) ? word : (mended.get(word) ?? word),
    );
}
