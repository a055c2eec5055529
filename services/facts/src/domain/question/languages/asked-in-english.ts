import { otherLanguages } from '../../message/languages/other-languages.ts';
import { inEnglish } from '../../statements/in-english.ts';
import { foreign } from '../../statements/languages.ts';
import { type Asking, askings, type QuestionRule } from './questions.ts';

/** A message as rules for English read it, with the words that answer it. */
export interface AskedInEnglish {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
}

/** In characters. Simple questions are short. */
const longest = 200;

/** A question, or a request to forget, in German, French, Spanish or Portuguese as English has it; any other message as it is. */
export function askedInEnglish(message: string): AskedInEnglish {
  const other = { text: message, yes: 'Yes', no: 'No' };
  if (message.length > longest) return other;
  const plain = message
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[¿¡]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  for (const [index, asking] of askings.entries()) {
    const bare = plain.replace(asking.leadIn, '').replace(/[\s?.!]+$/, '');
    const text = forgetting(bare, asking) ?? question(bare, asking, foreign[index]?.nouns, /\?/.test(plain));
    if (text !== null) return { text, yes: asking.yes, no: asking.no };
  }
  return other;
}

function question(
  bare: string,
  asking: Asking,
  nouns: ReadonlyMap<string, string> | undefined,
  isMarked: boolean,
): string | null {
  for (const rule of asking.questions) {
    const found = rule.form.exec(bare);
    // "Vivo en Lima" states what "¿Vivo en Lima?" asks.
    if (!found || (/^(?:Do|Am) I\b/.test(rule.as) && !isMarked)) continue;
    const noun = (word: string) => asking.nouns.find(([form]) => form.test(word))?.[1] ?? nounIn(nouns, word);
    return said(rule, found, noun);
  }
  const other = isMarked ? asking.opening.exec(bare)?.[1] : undefined;
  return other === undefined ? null : `What ${other.replace(asking.small, ' ').replace(/\s+/g, ' ').trim()}?`;
}

function said({ as }: QuestionRule, groups: readonly string[], noun: (word: string) => string): string {
  return as.replace(/([$%])(\d)/g, (_, kind: string, index: string) => {
    const group = groups[Number(index)] ?? '';
    return kind === '%' ? noun(group) : group;
  });
}

function nounIn(nouns: ReadonlyMap<string, string> | undefined, word: string): string {
  const capitalised = word.charAt(0).toUpperCase() + word.slice(1);
  return nouns?.get(word) ?? nouns?.get(word.toLowerCase()) ?? nouns?.get(capitalised) ?? word;
}

/** "Oublie que je travaille chez Renault": what is forgotten is stated. */
function forgetting(bare: string, { toForget }: Asking): string | null {
  const clause = toForget.exec(bare)?.[1];
  if (clause === undefined) return null;
  const [statement] = otherLanguages(clause);
  return statement === undefined ? null : `Forget that ${inEnglish(statement)}`;
}
