import { visibleLine } from '../../command-line/visible.ts';
import { UsedWrongly } from '../../refusal.ts';
import { scopeOfSession } from '../session.ts';
import { namedFact } from './listed-facts.ts';
import type { SlashCommand } from './slash-command.ts';

/** Gives a listed fact another text; its id stays. */
export const edit: SlashCommand = {
  name: 'edit',
  takes: '<n> <text>',
  meaning: 'gives fact n of the last list another text',
  async run(session, argument, { print }) {
    const [, word = '', content = ''] = /^(\S+)\s+(\S.*)/s.exec(argument) ?? [];
    if (content === '') throw new UsedWrongly('/edit needs the number of a listed fact, and its new text');
    const factId = namedFact(session, word);
    if (factId === null) throw new UsedWrongly(`No fact ${word} was listed; /facts lists them`);
    const { fact } = await session.client.call('facts', 'update', { ...scopeOfSession(session), fact_id: factId, content });
    print(`It says now: ${visibleLine(fact?.content ?? content)}`);
  },
};
