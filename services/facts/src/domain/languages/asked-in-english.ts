import { plainWriting } from '@agent-mem/llm';
import { inEnglish } from './in-english.ts';
import type { QuestionRule } from './language.ts';
import { languages } from './languages.ts';
import { statedInMessage } from './stated-in-message.ts';

/** A message as rules for English read it, with the words that answer it. */
export interface AskedInEnglish {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
}

/** In characters. Simple questions are short. */
const longest = 200;

/** How each language asks, in forms that have no accents: many leave them out where they write. `nouns` of people and animals by their words in small letters. */
const askings = languages.map(({ asked, retold }) => ({
  ...asked,
  leadIn: plainForm(asked.leadIn),
  tail: plainForm(asked.tail),
  mark: plainForm(asked.mark),
  opening: plainForm(asked.opening),
  small: plainForm(asked.small),
  questions: asked.questions.map(({ form, as }) => ({ form: plainForm(form), as })),
  own: asked.nouns.map(([form, english]) => [plainForm(form), english] as const),
  nouns: new Map([...retold.pastimes, ...retold.nouns].map(([word, english]) => [withoutAccents(word).toLowerCase(), english])),
}));

type Asking = (typeof askings)[number];

/** A question, or a request to forget, in German, French, Spanish or Portuguese as English has it; any other message as it is. */
export function askedInEnglish(message: string): AskedInEnglish {
  const asIs = { text: message, yes: 'Yes', no: 'No' };
  if (message.length > longest) return asIs;
  const plain = plainWriting(message.replace(/[¿¡]/g, ''));
  const asked = withoutAccents(plain);
  return (
    firstOf((asking) => forgetting(plain, asking) ?? simple(asked, asking)) ?? firstOf((asking) => other(asked, asking)) ?? asIs
  );
}

/** What the first language that reads the message makes of it. */
function firstOf(read: (asking: Asking) => string | null): AskedInEnglish | null {
  for (const asking of askings) {
    const text = read(asking);
    if (text !== null) return { text, yes: asking.yes, no: asking.no };
  }
  return null;
}

/** A question of a form. */
function simple(asked: string, asking: Asking): string | null {
  const bare = bareOf(asked, asking);
  for (const rule of asking.questions) {
    const found = rule.form.exec(bare);
    // "Vivo en Lima" states what "¿Vivo en Lima?" asks.
    if (found && (isMarked(asked) || !/^(?:Do|Does|Am|Is) /.test(rule.as))) return said(rule, found, asking);
  }
  return null;
}

/** Any other question, by its words. */
function other(asked: string, asking: Asking): string | null {
  const rest = isMarked(asked) ? asking.opening.exec(bareOf(asked, asking))?.[1] : undefined;
  return rest === undefined ? null : `What ${rest.replace(asking.small, ' ').replace(/\s+/g, ' ').trim()}?`;
}

function isMarked(asked: string): boolean {
  return asked.includes('?') || askings.some(({ mark }) => mark.test(asked));
}

function bareOf(asked: string, { leadIn, tail }: Asking): string {
  return asked
    .replace(/[\s?.!]+$/, '')
    .replace(leadIn, '')
    .replace(tail, '');
}

function said({ as }: QuestionRule, groups: readonly string[], { own, nouns }: Asking): string {
  const noun = (word: string) => own.find(([form]) => form.test(word))?.[1] ?? nouns.get(word.toLowerCase()) ?? word;
  return as.replace(/([$%])(\d)/g, (_, kind: string, index: string) => {
    const group = groups[Number(index)] ?? '';
    return kind === '%' ? noun(group) : group;
  });
}

/** "Oublie que je travaille chez Renault": what is forgotten is stated. */
function forgetting(plain: string, { toForget }: Asking): string | null {
  const clause = toForget.exec(plain.replace(/[\s.!]+$/, ''))?.[1];
  if (clause === undefined) return null;
  const [statement] = statedInMessage(clause);
  return statement === undefined ? null : `Forget that ${inEnglish(statement)}`;
}

function plainForm(form: RegExp): RegExp {
  return new RegExp(withoutAccents(form.source), form.flags);
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
}
