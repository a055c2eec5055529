import { numbers } from '../statements/single-valued.ts';

/** A language besides English in which rules read what users state and ask. A new one is a folder, and a line in `languages.ts`. */
export interface Language {
  readonly words: Words;
  readonly stated: Stated;
  readonly retold: Retold;
  readonly asked: Asked;
}

/** Lists of words and phrases, each as the alternatives of a pattern. */
export interface Words {
  readonly please: string;
  /** "And", in front of a question. */
  readonly and: string;
  readonly questionWords: string;
  /** Who speaks, and what is theirs. */
  readonly firstPerson: string;
  /** Greetings, thanks, assent and goodbyes. */
  readonly courtesies: string;
  /** A request to remember. */
  readonly remember: string;
  /** What is to be remembered: "that". */
  readonly that: string;
  /** What stands between such a request and the clause that says what. */
  readonly beforeClause: string;
  /** What takes back what was said before. */
  readonly takingBack: string;
  /** What stands before a name that is right: "er heißt". */
  readonly naming: string;
  /** What stands before anything else that is right: "it is". */
  readonly being: string;
  /** What stands between somebody and what is right of them: "is", "has". */
  readonly having: string;
  /** What stands behind an age: "years". */
  readonly years: string;
  /** Prepositions of places. */
  readonly places: string;
  /** From January on. `januar|jänner`: a month with two words. */
  readonly months: string;
  /** What stands before a date: "on". */
  readonly on: string;
  /** "Not". */
  readonly not: string;
  /** "But", behind "not". */
  readonly but: string;
  /** Words by which somebody is said to have died. */
  readonly died: string;
}

/** A way of saying something of oneself or one's own, and how it is said of the user. */
export interface StatementRule {
  readonly form: RegExp;
  /** `$1` … are the groups of `form`. */
  readonly as: string;
}

/** How users state something of themselves. */
export interface Stated {
  /** What stands before a statement and states nothing, as alternatives. */
  readonly leadIn: string;
  /** What begins a sentence that is supposed, ironic, asked, planned or a text to work on, as alternatives. */
  readonly notMeant: string;
  /** What says so anywhere in a sentence. */
  readonly unreal: string;
  /** What begins, behind a comma, an aside that says nothing of what is stated, as alternatives. */
  readonly asides: string;
  /** What asks behind a statement to note it, as alternatives. */
  readonly noteIt: string;
  /** "Now": a statement says the same without it. */
  readonly now: string;
  /** What joins two statements. */
  readonly joins: string;
  /** What begins a statement behind such a word, or behind a comma. */
  readonly begins: string;
  /** What begins one behind a comma alone. */
  readonly beginsAfterComma: string;
  /** Words of which each clause that a rule reads has one, as alternatives. */
  readonly signs: string;
  readonly rules: readonly StatementRule[];
  /** Of couples: "Rosa y yo" is not divided. */
  readonly couples: readonly StatementRule[];
  /** Writes a message as the rules expect it. */
  readonly spelled?: (message: string) => string;
  /** Writes a sentence in the order of a main clause: what a request to remember holds, what stands in front, an aside. */
  readonly mainClause?: (sentence: string) => string;
  /** Mends what the rules make. */
  readonly mended?: (statement: string) => string;
}

/** A verb of a statement about the user, as English has it and as it is said to the user. */
export interface RetoldVerb {
  readonly english: string;
  readonly toUser: string;
}

/** Somebody of the user's, as a statement begins with them: "Der Bruder". */
export interface Owned {
  readonly article: string;
  readonly what: string;
}

/** A word that says whose something is, in one form, with a preposition that it stands behind perhaps. */
export interface Possessive {
  /** "Meinem", as users say it of their own. */
  readonly mine: string;
  /** "Seinem", as it is said of the user. */
  readonly theirs: string;
  /** "Dem", where the noun has "des Nutzers" behind it: for most nouns, and for those that take another. */
  readonly articles: readonly string[];
  /** "Deinem", as it is said to the user. */
  readonly yours: string;
}

/** How the rules say something of the user. */
export interface Retold {
  /** "Der Nutzer": the user, at the beginning. */
  readonly user: RegExp;
  /** "Die Frau Anna des Nutzers": what is the user's, with a name perhaps. */
  readonly theirs: RegExp;
  /** How the user is addressed, with a space; empty: by the verb alone. */
  readonly you: string;
  /** "Deine": by what stood before it and what it is. */
  readonly your: (article: string, what: string) => string;
  /** What the user calls their own: "Unser", by its article. */
  readonly own: (article: string) => string;
  /** One of several by their word, with its article: "Der Bruder" of "Brüder". Of some words a woman's name makes another: "La hermana". */
  readonly ones: ReadonlyMap<string, (name: string) => Owned>;
  /** Words of two to twelve. `dois|duas`: a number with two words. */
  readonly counts: string;
  /** What stands before the names of those whom somebody has: "namens". */
  readonly called: string;
  readonly possessives: readonly Possessive[];
  /** Whether a noun takes the second of a possessive's articles. */
  readonly takesOther: (noun: string) => boolean;
  /** Somebody of the user's, as a statement begins with them: "Die Tochter Zoe des Nutzers". */
  readonly ofUser: (whom: Owned, name?: string) => string;
  /** "Heißt": what stands before the name of one. */
  readonly isCalled: string;
  readonly nouns: ReadonlyMap<string, string>;
  /** What is done for its own sake, in small letters, with its English. */
  readonly pastimes: ReadonlyMap<string, string>;
  readonly verbs: ReadonlyMap<string, RetoldVerb>;
  /** "Nach Rom", "chez le dentiste": what stands before the verb and says which one of several it is. */
  readonly complement: RegExp;
  /** Where a statement about somebody goes on to another verb: "und arbeitet", ", er hat". Its one group is the pronoun, if one is said. */
  readonly joined: RegExp;
  /** What stands for somebody, by their article: "sie" for "Die". */
  readonly pronouns: Readonly<Record<string, string>>;
  /** What denies, wherever it stands, and how English does. */
  readonly denials: readonly (readonly [RegExp, string])[];
  /** Other words that matter to what is the same, in English. */
  readonly words: readonly (readonly [RegExp, string])[];
  /** The same, by who it is of too. */
  readonly whole?: readonly (readonly [RegExp, string])[];
  /** Words by which two statements are compared; a question asks for them in its own language. */
  readonly compared: readonly (readonly [RegExp, string])[];
}

/** A way of asking for something of oneself or one's own, and how English asks for it. */
export interface QuestionRule {
  readonly form: RegExp;
  /** `$1` … are the groups of `form`; `%1` … too, each the noun of a person or an animal in English. */
  readonly as: string;
}

/** How users ask, and ask to forget. */
export interface Asked {
  /** What stands before a question and asks nothing. */
  readonly leadIn: RegExp;
  readonly questions: readonly QuestionRule[];
  /** What is asked of the user's own: kinds of people and animals, in the plural too. */
  readonly nouns: readonly (readonly [RegExp, string])[];
  /** A request to forget, with the clause that says what. */
  readonly toForget: RegExp;
  /** What stands behind a question and asks nothing. */
  readonly tail: RegExp;
  /** What marks a question that has no question mark. */
  readonly mark: RegExp;
  /** What opens a question of anything else; its group is what is asked for. */
  readonly opening: RegExp;
  /** Words of such a question that only join others. */
  readonly small: RegExp;
  readonly yes: string;
  readonly no: string;
}

/** A day of a month, as a pattern that takes a month with a capital or without, whatever its flags: "4 Mai", "1er mai", "4 de mayo". */
export function dayPattern({ months }: Pick<Words, 'months'>): string {
  const written = months.replaceAll(' ', '|').replace(/(?<!\p{L})\p{L}/gu, (first) => `[${first}${first.toUpperCase()}]`);
  return `\\d{1,2}(?:er|º)? (?:de )?(?:${written})(?!\\p{L})`;
}

/** Words with their English: `Hund dog, Katze cat`. */
export function pairs(list: string): ReadonlyMap<string, string> {
  return new Map(
    list.split(',').map((pair) => {
      const [word = '', english = ''] = pair.trim().split(' ');
      return [word, english];
    }),
  );
}

/** Words of several with one of them and its article, and of a woman among men: `Brüder Der Bruder, hermanos El hermano La hermana`. */
export function ones(list: string): Retold['ones'] {
  return new Map(
    list.split(',').flatMap((line) => {
      const [many = '', article = '', what = '', herArticle = article, her = what] = line.trim().split(/\s+/);
      const one = (name: string) => (/a$/.test(name) ? { article: herArticle, what: her } : { article, what });
      return [
        [many, one],
        [what, one],
        [her, () => ({ article: herArticle, what: her })],
      ];
    }),
  );
}

/** Possessives by form: `meinem seinem dem deinem, mi su el|la tu`; `o_meu`: a form of two words. */
export function possessives(list: string): Retold['possessives'] {
  return list.split(',').map((line) => {
    const [mine = '', theirs = '', articles = '', yours = ''] = line
      .trim()
      .split(/\s+/)
      .map((form) => form.replaceAll('_', ' '));
    return { mine, theirs, articles: articles.split('|'), yours };
  });
}

const counts = [...numbers].slice(1);

/** How many somebody has, by `Retold.counts`. */
export function countsHad(words: string): Retold['words'] {
  return words.split(' ').map((word, index) => [new RegExp(`^has (?:${word}) `), `has ${counts[index]} `]);
}

/** How old somebody is, by `Retold.counts`: "ist vier". */
export function countsOfYears(words: string): Retold['words'] {
  return words.split(' ').map((word, index) => [new RegExp(`^is (?:${word})(?: years old)?$`), `is ${counts[index]} years old`]);
}

/** Words by which a statement goes on to tell of the same one, each as alternatives. */
interface Joining {
  readonly and: string;
  readonly now: string;
  /** "Who": relative pronouns. */
  readonly relative: string;
  readonly pronouns: string;
  /** What the other part begins with. */
  readonly verbs: string;
}

/** `Retold.joined` of such words. */
export function joinedBy({ and, now, relative, pronouns, verbs }: Joining): RegExp {
  return new RegExp(
    `(?:,? (?:${and})(?: (?:${now}))?|,)(?: (?:${relative}))?(?: (${pronouns}))?(?: (?:${now}))? (?=(?:${verbs})(?: |$))`,
    'u',
  );
}

/** Verbs with their English and their form for the user: `wohnt = lives = wohnst; hat = has = hast`. */
export function verbs(list: string): ReadonlyMap<string, RetoldVerb> {
  return new Map(
    list.split(';').map((line) => {
      const [verb = '', english = '', toUser = ''] = line.trim().split(' = ');
      return [verb, { english, toUser }];
    }),
  );
}
