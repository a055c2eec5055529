import { withPlainApostrophes } from '@agent-mem/llm';
/** The words of a statement in order, as far as they change what it says: folded, without fillers, forms of a word made one. */
export function statementWords(text: string): readonly string[] {
  return plainWords(text)
    .filter((word) => !fillers.has(word))
    .map(baseForm);
}

/** The words of a text in order: lower case, short forms written out, a possessive's end as a word of its own. */
export function plainWords(text: string): readonly string[] {
  const lower = withPlainApostrophes(text.normalize('NFKC').toLowerCase())
    .replace(/_/g, ' ')
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b/g, (_, hour, minute, half) => hourOf(Number(hour), minute, half))
    .replace(monthDay, '$2 $1')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/g, '$1')
    .replace(/^(?:the )?name of (.{1,80}?) is /, '$1 is named ')
    .replace(/\bpersonal (?:best|record)\b/g, 'pb')
    .replace(/\bonce (?=a (?:day|week|month|year)\b)/g, 'one times ')
    .replace(/\btwice (?=a (?:day|week|month|year)\b)/g, 'two times ')
    .replace(/\bcan(?:'t|not)\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/\bany more\b/g, 'anymore');
  const folded = lower
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
  return [...folded.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(([word]) => spellings.get(word) ?? word);
}

/** "June 30" and "30 June" are one day. */
const monthDay =
  /\b(january|february|march|april|may|june|july|august|september|october|november|december) (\d{1,2})(?:st|nd|rd|th)?\b(?!:)/g;

function hourOf(hour: number, minute: string | undefined, half: string): string {
  return `${half === 'p' ? (hour % 12) + 12 : hour % 12}:${minute ?? '00'}`;
}

/** Words that leave a statement what it is. */
const fillers: ReadonlySet<string> = new Set(
  'a an the really very just quite also actually currently now still too please definitely absolutely truly'.split(' '),
);

const spellings: ReadonlyMap<string, string> = new Map([
  ['favorite', 'favourite'],
  ['color', 'colour'],
  ['called', 'named'],
  ['phone', 'telephone'],
  ['adviser', 'advisor'],
  ['advisers', 'advisors'],
]);

/** Plural and third person go; what looks alike but is not (a name in "s") loses its ending on both sides alike. */
function baseForm(word: string): string {
  if (word === 'has') return 'have';
  if (word === 'does') return 'do';
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh|[^aeiou]o|go)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Whether a run of words stands at a position among others. */
export function isRunAt(words: readonly string[], at: number, run: readonly string[]): boolean {
  return run.every((word, offset) => words[at + offset] === word);
}
