import { beginConversation } from '../session.ts';
import type { SlashCommand } from './slash-command.ts';

/** Goes on as another user, in a conversation of their own. */
export const user: SlashCommand = {
  name: 'user',
  takes: '[name]',
  meaning: 'goes on as this user; without a name: says who it is',
  async run(session, argument, { print }) {
    if (argument !== '') {
      // Refused names are refused here, not with the next question.
      await session.client.call('facts', 'list', { user: argument, limit: 1 });
      session.user = argument;
      session.listed = [];
      beginConversation(session);
    }
    print(argument === '' ? `The user is ${session.user}.` : `The user is ${session.user} now, in a new conversation.`);
  },
};
