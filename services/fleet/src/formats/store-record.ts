import { newId, OperationError } from '@agent-mem/contract';
import type { MemoryClient } from '../memory-client/memory-client.ts';
import { conversationDocument, type Origin } from './conversation-document.ts';
import type { ImportedConversation, ImportedFact } from './record.ts';

/** A piece of an import has at most 512 KiB; a character has at most three bytes for each of its UTF-16 units. */
const pieceLength = 160 * 1024;

/** What came of storing a record. */
export interface StoredRecord {
  readonly isNew: boolean;
  /** The id of a fact that memory has quarantined; `null`: it has not. */
  readonly quarantined: string | null;
}

/** Stores a record by the operations of memory. Rejects with the refusal of an operation. */
export function storeRecord(
  record: ImportedConversation | ImportedFact,
  origin: Origin,
  client: MemoryClient,
): Promise<StoredRecord> {
  return record.kind === 'fact' ? storeFact(record, origin, client) : storeConversation(record, origin, client);
}

async function storeFact(
  { content, timestamp, validFrom, validTo, tags }: ImportedFact,
  { from, scope }: Origin,
  client: MemoryClient,
) {
  const { created, fact_id, status } = await client.call('facts', 'store', {
    ...scope,
    content,
    source: `import:${from}`,
    trust: 'import',
    tags: [...tags],
    ...(timestamp && { timestamp }),
    ...(validFrom && { valid_from: validFrom }),
    ...(validTo && { valid_to: validTo }),
  });
  return { isNew: created, quarantined: status === 'QUARANTINED' ? fact_id : null };
}

async function storeConversation(conversation: ImportedConversation, origin: Origin, client: MemoryClient) {
  const { id } = conversationDocument(conversation, origin);
  const { text } = conversationDocument(conversation, { ...origin, at: (await timeThere(id, origin, client)) ?? origin.at });
  const import_id = newId('job');
  let isNew = false;
  for (let [sequence, from] = [0, 0]; from < text.length; sequence += 1) {
    const chunk = pieceFrom(text, from);
    from += chunk.length;
    const piece = { ...origin.scope, import_id, sequence, chunk, end: from === text.length };
    isNew = (await client.call('conversations', 'import', piece)).known === false;
  }
  return { isNew, quarantined: null };
}

/** A piece ends between two characters: half of one is refused. */
function pieceFrom(text: string, from: number): string {
  const piece = text.slice(from, from + pieceLength);
  return piece.isWellFormed() ? piece : piece.slice(0, -1);
}

/** The time of a conversation that is there: a file without times may have been written again since it was imported. */
async function timeThere(conversation_id: string, { scope }: Origin, client: MemoryClient): Promise<string | null> {
  try {
    const { messages } = await client.call('conversations', 'history', { ...scope, conversation_id, limit: 1 });
    return messages[0]?.timestamp ?? null;
  } catch (error) {
    if (error instanceof OperationError && error.type === 'not-found') return null;
    throw error;
  }
}
