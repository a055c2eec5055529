import { OperationError } from '@agent-mem/contract';
import { redactingOnly, refuses, type SensitivePolicy, screenPieces } from '@agent-mem/policy';
import type { ContentPiece } from './content-pieces.ts';

/** Content as the scope's policy lets it be stored. */
export interface ScreenedPieces {
  /** Redacted also where the policy refuses: what is not stored stands in the trace in part. Bytes are not looked through. */
  readonly pieces: AsyncGenerator<ContentPiece>;
  /** Throws `failed-precondition` where what has come so far is to be refused. */
  check(): void;
}

/** Screens text as one text, however it comes. */
export function screenedPieces(source: AsyncIterable<ContentPiece>, policy: SensitivePolicy): ScreenedPieces {
  const screen = screenPieces(redactingOnly(policy), 'store_detail.chunk');
  async function* pieces(): AsyncGenerator<ContentPiece> {
    for await (const piece of source) {
      const text = typeof piece === 'string' ? screen.push(piece) : screen.end();
      if (text !== '') yield text;
      if (typeof piece !== 'string') yield piece;
    }
    const text = screen.end();
    if (text !== '') yield text;
  }
  return {
    pieces: pieces(),
    check() {
      const found = screen.found().find(({ kind }) => refuses(policy, kind));
      if (found) throw new OperationError('failed-precondition', `holds what looks like a ${found.kind}`);
    },
  };
}
