/** Splits texts as the lower-casing BERT tokenizer does: words and signs, then the longest known pieces of each. */
export interface WordPiece {
  /** Rows of the vocabulary, in the order of the text; what it has no pieces for is left out. */
  rowsOf(text: string): Iterable<number>;
  /** Row of a word that is one piece. */
  rowOf(word: string): number | undefined;
}

/** BERT calls a longer word unknown. */
const longestWord = 100;
const longestPiece = 24;

/** Everything BERT's basic tokenizer makes a token of its own: punctuation, the other ASCII signs, and Chinese characters. */
const tokens =
  /[\p{P}$+<=>^`|~]|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]|[^\s\p{P}$+<=>^`|~\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]+/gu;

/** `vocabulary`: one piece a line; a piece that goes on within a word starts with `##`. */
export function createWordPiece(vocabulary: readonly string[]): WordPiece {
  const rows = new Map(vocabulary.map((piece, row) => [piece, row]));
  return {
    *rowsOf(text) {
      const known = new Map<string, readonly number[]>();
      for (const [token] of normalise(text).matchAll(tokens)) {
        const found = known.get(token) ?? (token.length <= longestWord ? split(token, rows) : []);
        known.set(token, found);
        yield* found;
      }
    },
    rowOf: (word) => rows.get(word),
  };
}

function normalise(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''));
  return clean
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}

function split(word: string, rows: ReadonlyMap<string, number>): readonly number[] {
  const found: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = Math.min(word.length, start + longestPiece);
    let row: number | undefined;
    for (; end > start; end--) {
      row = rows.get((start > 0 ? '##' : '') + word.slice(start, end));
      if (row !== undefined) break;
    }
    if (row === undefined) return [];
    found.push(row);
    start = end;
  }
  return found;
}
