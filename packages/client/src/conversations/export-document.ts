import { newKey } from '../http/http-call.ts';
import type { Memory } from '../memory.ts';
import { MemoryError } from '../memory-error.ts';

/** A conversation as one JSON document, as `conversations.Export` makes it. */
export type ExportedConversation = Readonly<Record<string, unknown>>;

/** Most characters of a piece: at most 192 KiB in UTF-8, which its quotes may double. */
const pieceCharacters = 65_536;

/** The whole document, put together of its pieces. */
export async function exportDocument(
  { conversations }: Pick<Memory, 'conversations'>,
  conversation_id: string,
): Promise<ExportedConversation> {
  let text = '';
  let cursor: string | null = null;
  do {
    const piece = await conversations.export({ conversation_id, cursor });
    text += piece.chunk;
    cursor = piece.next_cursor;
  } while (cursor !== null);
  return JSON.parse(text);
}

/** Takes a document in, piece by piece; resolves with the conversation's id. */
export async function importDocument(
  { conversations }: Pick<Memory, 'conversations'>,
  document: ExportedConversation,
): Promise<string> {
  const pieces = piecesOf(JSON.stringify(document));
  const import_id = `import-${newKey()}`;
  let imported: string | null = null;
  for (const [sequence, chunk] of pieces.entries()) {
    const { conversation_id } = await conversations.import({ import_id, sequence, chunk, end: sequence === pieces.length - 1 });
    imported = conversation_id;
  }
  if (imported === null) throw new MemoryError('internal', 'The import ended without a conversation', { retryable: true });
  return imported;
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = Math.min(text.length, start + pieceCharacters);
    // A character of two halves is not cut between them.
    const next = /[\ud800-\udbff]$/.test(text.slice(start, end)) && end < text.length ? end - 1 : end;
    pieces.push(text.slice(start, next));
    start = next;
  }
  return pieces;
}
