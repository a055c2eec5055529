import { open } from 'node:fs/promises';
import { fileFailure } from '@agent-mem/runtime/file-failure';
import { ownersFileMode } from '@agent-mem/runtime/owners-mode';
import { UsedWrongly } from '../../refusal.ts';
import { scopeOfSession } from '../session.ts';
import type { SlashCommand } from './slash-command.ts';

/** Writes the conversation into a file that was not there, as the document that conversations.Import reads. */
export const exportConversation: SlashCommand = {
  name: 'export',
  takes: '<file>',
  meaning: 'writes this conversation into a new file',
  async run(session, argument, { print }) {
    if (argument === '') throw new UsedWrongly('/export needs the name of a file');
    const request = { ...scopeOfSession(session), conversation_id: session.conversationId };
    const pages = async (cursor: string | null) =>
      await session.client.call('conversations', 'export', { ...request, ...(cursor !== null && { cursor }) });
    // Asked before the file is made: a conversation without messages leaves none.
    let page = await pages(null);
    await using file = await open(argument, 'wx', ownersFileMode).catch((error: NodeJS.ErrnoException) => {
      const reason = fileFailure(error) ?? error.message;
      throw new UsedWrongly(
        error.code === 'EEXIST' ? `${argument} exists; name another file` : `${argument} cannot be written: ${reason}`,
      );
    });
    for (;;) {
      await file.write(page.chunk);
      const cursor = page.next_cursor ?? null;
      if (cursor === null) break;
      page = await pages(cursor);
    }
    print(`Written to ${argument}`);
  },
};
