import type { ModelFolder } from '../model-folder.ts';

/** Tokens of one query with one text. */
export interface EncodedPair {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

/** Pairs of the same width, one after the other. */
export interface PaddedPairs {
  readonly dims: readonly [pairs: number, width: number];
  readonly input_ids: BigInt64Array;
  readonly attention_mask: BigInt64Array;
  readonly token_type_ids: BigInt64Array;
}

/** Characters of the query: the text must find room beside it. */
const longestQuery = 1_000;
/** Characters to a token at least, so that a book is not split to its end for its first page. */
const charactersPerToken = 16;

/** The tokens of a query and a text together, cut to what the model reads; the mark that ends a pair stays. */
export function encodePair({ tokenizer, longest }: ModelFolder, query: string, text: string): EncodedPair {
  const { ids, token_type_ids: types } = tokenizer.encode(query.slice(0, longestQuery), {
    text_pair: text.slice(0, longest * charactersPerToken),
    return_token_type_ids: true,
  });
  if (ids.length <= longest) return { ids, types };
  return { ids: [...ids.slice(0, longest - 1), ...ids.slice(-1)], types: types.slice(0, longest) };
}

/** Fills shorter pairs up with padding that the mask tells the model to overlook. */
export function padPairs(pairs: readonly EncodedPair[], padId: number): PaddedPairs {
  const width = Math.max(...pairs.map(({ ids }) => ids.length));
  const size = pairs.length * width;
  const input_ids = new BigInt64Array(size).fill(BigInt(padId));
  const attention_mask = new BigInt64Array(size);
  const token_type_ids = new BigInt64Array(size);
  for (const [row, { ids, types }] of pairs.entries()) {
    for (const [column, id] of ids.entries()) {
      const at = row * width + column;
      input_ids[at] = BigInt(id);
      attention_mask[at] = 1n;
      token_type_ids[at] = BigInt(types[column] ?? 0);
    }
  }
  return { dims: [pairs.length, width], input_ids, attention_mask, token_type_ids };
}
