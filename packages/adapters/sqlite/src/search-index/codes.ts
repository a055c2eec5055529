/** Texts that repeat, as small numbers from 1; 0 is "none". */
export class Codes {
  readonly #codes = new Map<string, number>();
  readonly #texts: (string | null)[] = [null];

  /** The code of a text, a new one where it has none yet. */
  of(text: string | null): number {
    if (text === null) return 0;
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    const code = this.#texts.push(text) - 1;
    this.#codes.set(text, code);
    return code;
  }

  /** The code of a text; 0 if it has none. */
  known(text: string | null): number {
    return text === null ? 0 : (this.#codes.get(text) ?? 0);
  }

  text(code: number): string | null {
    return this.#texts[code] ?? null;
  }

  /** By code, 1 for those of these texts. A look into it takes a fraction of asking a Set. */
  flags(texts: readonly string[]): Uint8Array {
    const flags = new Uint8Array(this.#texts.length);
    for (const text of texts) flags[this.known(text)] = 1;
    flags[0] = 0;
    return flags;
  }
}
