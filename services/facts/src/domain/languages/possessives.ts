import type { Possessive, Retold } from './language.ts';
import { languages } from './languages.ts';

/** What the patterns of a language find. */
interface Forms {
  readonly of: string;
  readonly byWord: ReadonlyMap<string, Possessive>;
  readonly byArticle: ReadonlyMap<string, Possessive>;
  readonly mine: RegExp;
  readonly mineOrTheirs: RegExp;
  /** "Meinem Bruder Tom": somebody or something that one word names. */
  readonly mineNamed: RegExp;
  /** "Seinem Bruder Tom" too. */
  readonly anyNamed: RegExp;
  /** "Dem Bruder Tom des Nutzers". */
  readonly ofUser: RegExp;
}

const forms: ReadonlyMap<Retold, Forms> = new Map(languages.map(({ retold }) => [retold, formsOf(retold)]));

function formsOf({ possessives, nouns, ofUser }: Retold): Forms {
  const mine = anyOf(possessives.map((each) => each.mine));
  const theirs = anyOf(possessives.map((each) => each.theirs));
  const of = ofUser({ article: '', what: '' }).trim();
  const named = `(${anyOf([...nouns.keys()])})((?: \\p{Lu}[\\p{L}-]+)?)`;
  const found = (what: string) => new RegExp(`(?<![\\p{L}-])${what}(?![\\p{L}-])`, 'gu');
  return {
    of,
    byWord: new Map(possessives.flatMap((each) => [[each.theirs, each] as const, [each.mine, each] as const])),
    byArticle: new Map(possessives.toReversed().flatMap((each) => each.articles.map((article) => [article, each] as const))),
    mine: found(`(${mine})(?= \\p{L})`),
    mineOrTheirs: found(`(${mine}|${theirs})(?= \\p{L})`),
    mineNamed: found(`(${mine}) ${named}`),
    anyNamed: found(`(${mine}|${theirs}) ${named}`),
    ofUser: found(`(${anyOf(possessives.flatMap((each) => each.articles))}) ?${named} ${of}`),
  };
}

/**
 * What is said behind the verb, with the writer's own as the user's: "bei seinen Eltern". Of somebody else it is "bei den Eltern des Nutzers",
 * since theirs would be others.
 */
export function ownInThirdPerson(rest: string, language: Retold, isOfUser: boolean): string {
  const { mine, mineNamed, byWord, of } = formsIn(language);
  const named = isOfUser
    ? rest
    : rest.replace(mineNamed, (whole, word: string, noun: string, name: string) => {
        const [article = '', other = article] = byWord.get(word)?.articles ?? [];
        const fitting = language.takesOther(noun) ? other : article;
        return fitting === '' ? whole : `${fitting}${fitting.endsWith("'") ? '' : ' '}${noun}${name} ${of}`;
      });
  return named.replace(mine, (word) => byWord.get(word)?.theirs ?? word);
}

/** The same as English has it: "their parents", "the user's brother Tom". */
export function ownInEnglish(rest: string, language: Retold, isOfUser: boolean): string {
  const { anyNamed, mineNamed, ofUser, byWord, byArticle } = formsIn(language);
  const english = (noun: string) => language.nouns.get(noun) ?? noun;
  const whose = isOfUser ? 'their' : "the user's";
  return rest
    .replace(
      ofUser,
      (_, article: string, noun: string, name: string) =>
        `${preposition(byArticle.get(article))}the user's ${english(noun)}${name}`,
    )
    .replace(
      isOfUser ? anyNamed : mineNamed,
      (_, word: string, noun: string, name: string) => `${preposition(byWord.get(word))}${whose} ${english(noun)}${name}`,
    );
}

/** The same as it is said to the user: "bei deinen Eltern". */
export function ownToUser(rest: string, language: Retold, isOfUser: boolean): string {
  const { mine, mineOrTheirs, ofUser, byWord, byArticle } = formsIn(language);
  return rest
    .replace(ofUser, (_, article: string, noun: string, name: string) => `${byArticle.get(article)?.yours} ${noun}${name}`)
    .replace(isOfUser ? mineOrTheirs : mine, (word) => byWord.get(word)?.yours ?? word);
}

function formsIn(language: Retold): Forms {
  return forms.get(language) ?? formsOf(language);
}

/** "À " of "à mon", and nothing of "o meu", which begins with an article. */
function preposition(form: Possessive | undefined): string {
  const [first = '', second] = form?.mine.split(' ') ?? [];
  return second === undefined || form?.articles.includes(first) ? '' : `${first} `;
}

function anyOf(words: readonly string[]): string {
  return [...new Set(words)].toSorted((one, other) => other.length - one.length).join('|');
}
