import { beginConversation } from '../session.ts';
import type { SlashCommand } from './slash-command.ts';

/** Begins another conversation. */
export const startAnew: SlashCommand = {
  name: 'new',
  takes: '',
  meaning: 'another conversation',
  async run(session, _argument, { print }) {
    beginConversation(session);
    print('A new conversation.');
  },
};
