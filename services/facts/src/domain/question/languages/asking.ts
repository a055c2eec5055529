/** A way of asking for something of oneself or one's own, and how English asks for it. */
export interface QuestionRule {
  readonly form: RegExp;
  /** `$1` … are the groups of `form`; `%1` … too, each the noun of a person or an animal in English. */
  readonly as: string;
}

/** A language in which users ask. */
export interface Asking {
  /** What stands before a question and asks nothing. */
  readonly leadIn: RegExp;
  readonly questions: readonly QuestionRule[];
  /** What is asked of the user's own: kinds of people and animals, in the plural too. */
  readonly nouns: readonly (readonly [RegExp, string])[];
  /** A request to forget, with the clause that says what. */
  readonly toForget: RegExp;
  /** What stands behind a question and asks nothing. */
  readonly tail: RegExp;
  /** What opens a question of anything else; its group is what is asked for. */
  readonly opening: RegExp;
  /** Words of such a question that only join others. */
  readonly small: RegExp;
  readonly yes: string;
  readonly no: string;
}
