import { conversationFolder, type PlaceOfPath, readEntry } from '@agent-mem/vault';
import type { Taking } from './taking.ts';

/** The conversation in whose folder a file lies; `null`: in none. A folder whose name is no conversation's says it in `conversation.md`. */
export async function conversationOfFolder({ folder }: PlaceOfPath, { files }: Pick<Taking, 'files'>): Promise<string | null> {
  if (folder === conversationFolder(null)) return null;
  if (conversationFolder(folder) === folder) return folder;
  const file = await files.read(`entries/${folder}/conversation.md`);
  return file.state === 'text' ? readEntry(file.text).conversationId : null;
}
