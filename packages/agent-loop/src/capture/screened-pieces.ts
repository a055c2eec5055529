import { type SensitivePolicy, screenPieces } from '@agent-mem/policy';
import type { ContentPiece } from './content-pieces.ts';

/** The pieces as the scope's policy lets them be stored. Bytes are not looked through. Throws `failed-precondition` where the content is to be refused. */
export async function* screenedPieces(
  pieces: AsyncIterable<ContentPiece>,
  policy: SensitivePolicy,
): AsyncGenerator<ContentPiece> {
  const screen = screenPieces(policy, 'store_detail.chunk');
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      const text = screen.push(piece);
      if (text !== '') yield text;
      continue;
    }
    const text = screen.end();
    if (text !== '') yield text;
    yield piece;
  }
  const text = screen.end();
  if (text !== '') yield text;
}
