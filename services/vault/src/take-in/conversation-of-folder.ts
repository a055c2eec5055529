import { OperationError } from '@agent-mem/contract';
import { conversationFolder, MalformedFile, type PlaceOfPath, readEntry } from '@agent-mem/vault';
import type { Taking } from './taking.ts';

/**
 * The conversation in whose folder a file lies; `null`: it lies in `global`. A folder whose name is no conversation's says it in `conversation.md`. Throws
 * `invalid-argument` where that file is missing or cannot be read.
 */
export async function conversationOfFolder({ folder }: PlaceOfPath, { files }: Pick<Taking, 'files'>): Promise<string | null> {
  if (folder === conversationFolder(null)) return null;
  if (conversationFolder(folder) === folder) return folder;
  const path = `entries/${folder}/conversation.md`;
  const file = await files.read(path);
  if (file.state !== 'text')
    throw new OperationError(
      'invalid-argument',
      `entries/${folder} is the folder of no conversation: name one in the member conversation_id, or move the file to the folder of one or of global`,
    );
  try {
    return readEntry(file.text).conversationId;
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    throw new OperationError('invalid-argument', `${path}, line ${error.line}: ${error.message}`);
  }
}
