/** A word of a text that may be part of a name. */
export interface NameWord {
  /** Without the possessive's end. */
  readonly text: string;
  readonly isPossessive: boolean;
  /** It is the first of a sentence, where every word has a capital. */
  readonly isFirst: boolean;
  /** What stands between the word before and it. */
  readonly before: string;
}

const wordForm = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}+#]|['’.&-](?=[\p{L}\p{N}]))*/gu;

/** After these a full stop ends no sentence. */
const abbreviation = /^(?:dr|mr|mrs|ms|mx|prof|st|sr|jr|rev|capt|col|gen|lt|sgt|hon|no|vs|\p{Lu})$/iu;

/** The words of a text in order. */
export function nameWords(text: string): readonly NameWord[] {
  const words: NameWord[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(wordForm)) {
    const before = text.slice(end, index);
    end = index + match.length;
    const bare = match.replace(/['’]s$/, '');
    const last = words.at(-1);
    const isFirst = !last || endsSentence(before, last.text);
    words.push({ text: bare, isPossessive: bare !== match, isFirst, before });
  }
  return words;
}

function endsSentence(between: string, word: string): boolean {
  if (/[!?:;\n•…]/u.test(between) || /^["”»)]?\.["”»)]/u.test(between)) return true;
  return between.includes('.') && !(between.startsWith('.') && abbreviation.test(word));
}

/** Whether a word is written as names are. */
export function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word) || hasInnerCapital(word);
}

/** A capital behind a small letter, as in iPhone, GitHub and McKinsey: no place in a sentence gives a word that. */
export function hasInnerCapital(word: string): boolean {
  return /\p{Ll}\p{Lu}/u.test(word);
}
