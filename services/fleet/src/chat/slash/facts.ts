import { scopeOfSession } from '../session.ts';
import { listFacts } from './listed-facts.ts';
import type { SlashCommand } from './slash-command.ts';

const most = 20;

/** Lists what is known of the user. */
export const facts: SlashCommand = {
  name: 'facts',
  takes: '[text]',
  meaning: 'what is known, newest first; with a text: what fits it best',
  async run(session, argument, screen) {
    const scope = scopeOfSession(session);
    const { facts: found } =
      argument === ''
        ? await session.client.call('facts', 'list', { ...scope, limit: most + 1 })
        : await session.client.call('facts', 'retrieve', { ...scope, query: argument, top_k: most });
    listFacts(session, found.slice(0, most), screen);
    if (found.length === 0) screen.print('No facts.');
    if (found.length > most) screen.print(screen.styles.dim('There are more: agent-mem list shows them all.'));
  },
};
