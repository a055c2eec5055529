import { otherLanguages } from '../../message/languages/other-languages.ts';
import { inEnglish } from '../../statements/in-english.ts';
import { foreign } from '../../statements/languages.ts';
import type { Asking, QuestionRule } from './asking.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** A message as rules for English read it, with the words that answer it. */
export interface AskedInEnglish {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
}

/** In characters. Simple questions are short. */
const longest = 200;

const askings: Readonly<Record<keyof typeof foreign, Asking>> = { german, french, spanish, portuguese };

/** An asking whose forms have no accents: many leave them out where they write. `nouns` of people and animals by their words in small letters. */
const languages = Object.entries(askings).map(([name, asking]) => ({
  ...asking,
  leadIn: plainForm(asking.leadIn),
  tail: plainForm(asking.tail),
  opening: plainForm(asking.opening),
  small: plainForm(asking.small),
  questions: asking.questions.map(({ form, as }) => ({ form: plainForm(form), as })),
  own: asking.nouns.map(([form, english]) => [plainForm(form), english] as const),
  nouns: new Map(
    [...foreign[name as keyof typeof foreign].nouns].map(([word, english]) => [withoutAccents(word).toLowerCase(), english]),
  ),
}));

type Language = (typeof languages)[number];

/** A question, or a request to forget, in German, French, Spanish or Portuguese as English has it; any other message as it is. */
export function askedInEnglish(message: string): AskedInEnglish {
  const asIs = { text: message, yes: 'Yes', no: 'No' };
  if (message.length > longest) return asIs;
  const plain = message
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[¿¡]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const asked = withoutAccents(plain);
  for (const language of languages) {
    const text = forgetting(plain, language) ?? simple(asked, language);
    if (text !== null) return { text, yes: language.yes, no: language.no };
  }
  const [language, text] = languages.map((each) => [each, other(asked, each)] as const).find(([, found]) => found !== null) ?? [];
  return language && text ? { text, yes: language.yes, no: language.no } : asIs;
}

/** A question of a form. */
function simple(asked: string, language: Language): string | null {
  const bare = bareOf(asked, language);
  for (const rule of language.questions) {
    const found = rule.form.exec(bare);
    // "Vivo en Lima" states what "¿Vivo en Lima?" asks.
    if (found && (isMarked(asked) || !/^(?:Do|Does|Am|Is) /.test(rule.as))) return said(rule, found, language);
  }
  return null;
}

/** Any other question, by its words. */
function other(asked: string, language: Language): string | null {
  const rest = isMarked(asked) ? language.opening.exec(bareOf(asked, language))?.[1] : undefined;
  return rest === undefined ? null : `What ${rest.replace(language.small, ' ').replace(/\s+/g, ' ').trim()}?`;
}

function isMarked(asked: string): boolean {
  return /\?|^est-ce que/i.test(asked);
}

function bareOf(asked: string, { leadIn, tail }: Language): string {
  return asked
    .replace(/[\s?.!]+$/, '')
    .replace(leadIn, '')
    .replace(tail, '');
}

function said({ as }: QuestionRule, groups: readonly string[], { own, nouns }: Language): string {
  const noun = (word: string) => own.find(([form]) => form.test(word))?.[1] ?? nouns.get(word.toLowerCase()) ?? word;
  return as.replace(/([$%])(\d)/g, (_, kind: string, index: string) => {
    const group = groups[Number(index)] ?? '';
    return kind === '%' ? noun(group) : group;
  });
}

/** "Oublie que je travaille chez Renault": what is forgotten is stated. */
function forgetting(plain: string, { toForget }: Pick<Asking, 'toForget'>): string | null {
  const clause = toForget.exec(plain.replace(/[\s.!]+$/, ''))?.[1];
  if (clause === undefined) return null;
  const [statement] = otherLanguages(clause);
  return statement === undefined ? null : `Forget that ${inEnglish(statement)}`;
}

function plainForm(form: RegExp): RegExp {
  return new RegExp(withoutAccents(form.source), form.flags);
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}
