/** A statement of the user in another language than English. */
export interface ForeignStatement {
  /** Without what names the user. */
  readonly rest: string;
  /** What a word of it, folded and without accents, may be in the first person. */
  readonly firstPersonOf: (word: string) => readonly string[];
}

interface Way {
  readonly user: RegExp;
  /** What begins "Die Frau des Nutzers", where its writer says "Meine Frau". */
  readonly article: RegExp;
  /** Forms that no rule makes. */
  readonly irregular: Readonly<Record<string, string>>;
  readonly regular: (word: string) => readonly string[];
}

/** In German, French, Spanish and Portuguese, the languages whose statements rules read. */
const ways: readonly Way[] = [
  {
    user: /(?<!\p{L})(?:der|den|dem|des) nutzers?(?!\p{L})/giu,
    article: /^(?:der|die|das) /i,
    irregular: formsOf(
      'ist bin hat habe isst esse liest lese spricht spreche sieht sehe gibt gebe nimmt nehme trifft treffe hilft helfe vergisst vergesse wird werde sich mich',
    ),
    regular: (word) => {
      if (word.startsWith('sein')) return [word.replace(/^s/, 'm')];
      return /..t$/.test(word) ? [`${word.slice(0, -1)}e`, word.slice(0, -1)] : [];
    },
  },
  {
    user: /(?<!\p{L})(?:(?:de|à) )?l['’]utilisateur(?!\p{L})/giu,
    article: /^(?:l['’]|(?:le|la|les) )/i,
    irregular: formsOf('est suis va vais fait fais vit vis lit lis sait sais dit dis son mon sa ma ses mes se me a ai'),
    regular: (word) => {
      // What begins with a vowel is one word with "je" or "se" before it, which lose theirs.
      const elided = /^[aeiouyh]/.test(word) ? [`j${word}`] : /^s[aeiouyh]/.test(word) ? [word.replace(/^s/, 'm')] : [];
      return word.endsWith('t') ? [...elided, `${word.slice(0, -1)}s`] : elided;
    },
  },
  {
    user: /(?<!\p{L})(?:(?:de |a )?el|al|del) usuario(?!\p{L})/giu,
    article: /^(?:el|la|los|las) /i,
    irregular: formsOf(
      'es soy esta estoy va voy tiene tengo hace hago ha he viene vengo conoce conozco da doy se me le me su mi sus mis',
    ),
    regular: inO,
  },
  {
    user: /(?<!\p{L})(?:o|do|ao|pelo) (?:utilizador|usuário)(?!\p{L})/giu,
    article: /^(?:o|a|os|as) /i,
    irregular: formsOf(
      'e sou esta estou vai vou tem tenho faz faco vem venho sabe sei ha hei da dou se me seu meu sua minha seus meus suas minhas',
    ),
    regular: inO,
  },
];

/** Reads a statement of the user in one of these languages; `null`: it names no user in any. */
export function foreignStatement(statement: string): ForeignStatement | null {
  for (const { user, article, irregular, regular } of ways) {
    const rest = statement.replace(user, ' ');
    if (rest === statement) continue;
    return {
      rest: rest.replace(article, ''),
      firstPersonOf: (word) => [...(Object.hasOwn(irregular, word) ? [irregular[word] ?? ''] : []), ...regular(word)],
    };
  }
  return null;
}

/** "vive" and "trabaja" are "vivo" and "trabajo". */
function inO(word: string): readonly string[] {
  return /..[ae]$/.test(word) ? [`${word.slice(0, -1)}o`] : [];
}

/** Forms of the third person, each with that of the first behind it. */
function formsOf(words: string): Readonly<Record<string, string>> {
  const forms = words.split(' ');
  return Object.fromEntries(forms.flatMap((form, index) => (index % 2 === 0 ? [[form, forms[index + 1] ?? '']] : [])));
}
