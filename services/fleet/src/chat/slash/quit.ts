import type { SlashCommand } from './slash-command.ts';

/** Leaves the chat. */
export const quit: SlashCommand = {
  name: 'quit',
  takes: '',
  meaning: 'leaves',
  async run(session) {
    session.isOver = true;
  },
};
