import { foreignStatement } from './in-english.ts';
import type { Owned, Retold } from './language.ts';
import { languages } from './languages.ts';

/** People or animals whom a statement of another language counts and names: "hat zwei Brüder, Max und Ben". */
export interface Listed {
  readonly language: Retold;
  /** What stands before the last name: "und". */
  readonly and: string;
  /** The one of a name: "Der Bruder". */
  readonly one: (name: string) => Owned;
  readonly names: readonly string[];
  /** What stands before the number, the number, and what stands between it and the names. */
  readonly before: string;
  readonly count: string;
  readonly kind: string;
}

const name = "\\p{Lu}[\\p{L}'’-]+";
const forms = languages.map(({ words, retold }) => ({
  retold,
  /** Behind the verb: a number or an article, a noun, and names. */
  having: new RegExp(
    `^(.* )(${retold.counts.replaceAll(' ', '|')}|\\d{1,2}|\\p{Ll}+) ((?!(?:${retold.called}) )(\\p{L}+)(?:,|:)? (?:(?:${retold.called}) )?)(${name}(?:(?:, | ${words.and} )${name})*)$`,
    'u',
  ),
  naming: new RegExp(`^(${name}(?:, ${name})*(?: ${words.and} ${name}))$`, 'u'),
  between: new RegExp(`, | ${words.and} `, 'u'),
  and: words.and,
}));

/** Reads such a list; `null`: a statement has none, or is of several kinds. */
export function listedIn(content: string): Listed | null {
  const statement = foreignStatement(content);
  const form = forms.find(({ retold }) => retold === statement?.language);
  if (!statement || !form) return null;
  const { retold: language, having, naming, between, and } = form;
  if (statement.theirs !== null) {
    const one = language.ones.get(statement.theirs.what);
    const list = statement.isNaming ? naming.exec(statement.rest)?.[1] : undefined;
    return one && list !== undefined
      ? { language, and, one, names: list.split(between), before: content.slice(0, -list.length), count: '', kind: '' }
      : null;
  }
  const [, before = '', count = '', kind = '', noun = '', list] = having.exec(content) ?? [];
  const one = language.ones.get(noun);
  return one && list !== undefined ? { language, and, one, names: list.split(between), before, count, kind } : null;
}

/** A statement of a list without one of its names; `null`: it has no such name, not all have one, or nobody is left. */
export function withoutListed(content: string, gone: string): string | null {
  const list = listedIn(content);
  if (list === null) return null;
  const { language, and, one, names, before, count, kind } = list;
  const left = names.filter((each) => each !== gone);
  const [only = ''] = left;
  if (left.length === names.length || left.length === 0) return null;
  if (count !== '' && numberOf(count, language) !== names.length) return null;
  if (left.length === 1) return `${language.ofUser(one(only))} ${language.isCalled} ${only}`;
  const said = `${left.slice(0, -1).join(', ')} ${and} ${left.at(-1)}`;
  return count === ''
    ? `${before}${said}`
    : `${before}${language.counts.split(' ')[left.length - 2]?.split('|')[0]} ${kind}${said}`;
}

function numberOf(count: string, { counts }: Retold): number {
  return /^\d/.test(count) ? Number(count) : counts.split(' ').findIndex((word) => word.split('|').includes(count)) + 2;
}
