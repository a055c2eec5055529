/**
 * A pattern that is tried only where its cue is found: a short pattern, without which the long one cannot match.
 * V8 compiles a pattern when it is first tried, and for a table of words that takes milliseconds. A message without the cue saves them.
 */
export class CuedPattern extends RegExp {
  /** `split` and `matchAll` copy a pattern: the copy has no cue. */
  static override get [Symbol.species](): RegExpConstructor {
    return RegExp;
  }

  readonly #cue: RegExp;

  constructor(cue: RegExp, pattern: string | RegExp, flags?: string) {
    super(pattern, flags);
    this.#cue = cue;
  }

  override exec(text: string): RegExpExecArray | null {
    return this.#cue.test(text) ? super.exec(text) : null;
  }
}
