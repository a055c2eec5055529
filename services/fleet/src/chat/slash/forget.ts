import { visibleLine } from '../../command-line/visible.ts';
import { UsedWrongly } from '../../refusal.ts';
import { scopeOfSession } from '../session.ts';
import { listFacts, namedFact } from './listed-facts.ts';
import type { SlashCommand } from './slash-command.ts';

/** Deletes one fact. A text that is not the whole of one lists those it may mean. */
export const forget: SlashCommand = {
  name: 'forget',
  takes: '<n or text>',
  meaning: 'deletes fact n of the last list, or the one that says this',
  async run(session, argument, screen) {
    if (argument === '') throw new UsedWrongly('/forget needs the number of a listed fact, or its text');
    const scope = scopeOfSession(session);
    const forgetOne = async (factId: string) => {
      const { fact } = await session.client.call('facts', 'get', { ...scope, fact_id: factId });
      await session.client.call('facts', 'delete', { ...scope, fact_id: factId });
      screen.print(`Forgotten: ${visibleLine(fact?.content ?? factId)}`);
    };
    const named = namedFact(session, argument);
    if (named !== null) return await forgetOne(named);
    if (/^\d+$/.test(argument)) throw new UsedWrongly(`No fact ${argument} was listed; /facts lists them`);
    const { facts } = await session.client.call('facts', 'retrieve', { ...scope, query: argument, top_k: 5 });
    const same = facts.find(({ content }) => comparable(content) === comparable(argument));
    if (same) return await forgetOne(same.id);
    if (facts.length === 0) return screen.print('Nothing is known that fits.');
    screen.print('Which one? /forget with its number:');
    listFacts(session, facts, screen);
  },
};

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?<![.!\s])[.!\s]+$/, '')
    .replace(/\s+/g, ' ');
}
