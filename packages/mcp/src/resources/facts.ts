import { ask } from '../memory.ts';
import { factSchema, shown } from '../schemas/records.ts';
import type { ResourceKind } from './resource-kind.ts';

const mostListed = 1_000;

/** Facts, by their ids; they are found by their words too. */
export const factResources: ResourceKind = {
  kind: 'facts',
  title: 'A fact',
  description: 'One fact with its source, its time and its status',
  variable: 'fact_id',
  async read(fact_id, memory) {
    const { fact } = await ask(memory, 'facts', 'get', { fact_id });
    return { mimeType: 'application/json', text: JSON.stringify(shown(factSchema, fact ?? {}), null, 2) };
  },
  async complete(given, memory) {
    const typed = given.trim();
    const isId = 'fact_'.startsWith(typed) || typed.startsWith('fact_');
    const { facts } = isId
      ? await ask(memory, 'facts', 'list', { limit: mostListed })
      : await ask(memory, 'facts', 'retrieve', { query: typed });
    return facts.map(({ id }) => id).filter((id) => !isId || id.startsWith(typed));
  },
};
