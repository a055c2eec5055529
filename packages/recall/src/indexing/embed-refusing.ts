import { OperationError } from '@agent-mem/contract';

/** A text, and its vector; `null`: the embedder refuses the text. */
interface Answer<Text> {
  readonly of: Text;
  readonly values: Float32Array | null;
}

/**
 * Embeds texts together. A text that the embedder refuses (`invalid-argument`) takes no others with it: then each half is embedded by itself,
 * down to the single text. Rejects with any other error, after the vectors that were made before it.
 */
export async function* embedRefusing<Text extends { readonly text: string }>(
  texts: readonly Text[],
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): AsyncIterable<Answer<Text>> {
  const made = await embed(texts.map(({ text }) => text)).catch((error: unknown) => {
    if (error instanceof OperationError && error.type === 'invalid-argument') return null;
    throw error;
  });
  if (made) {
    for (const [index, of] of texts.entries()) yield { of, values: made[index] ?? null };
  } else if (texts.length > 1) {
    const half = Math.ceil(texts.length / 2);
    yield* embedRefusing(texts.slice(0, half), embed);
    yield* embedRefusing(texts.slice(half), embed);
  } else {
    for (const of of texts) yield { of, values: null };
  }
}
