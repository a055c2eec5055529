import { ask } from '../memory.ts';
import { nodeSchema, shown } from '../schemas/records.ts';
import type { ResourceKind } from './resource-kind.ts';

/** Anything remembered, by its id. */
export const nodeResources: ResourceKind = {
  kind: 'nodes',
  title: 'A memory',
  description: 'Anything remembered, by its id: a fact, an episode, a message, an entity, an error …',
  variable: 'id',
  async read(id, memory) {
    const { node } = await ask(memory, 'graph', 'get', { id, include_weights: true });
    return { mimeType: 'application/json', text: JSON.stringify(shown(nodeSchema, node ?? {}), null, 2) };
  },
  async complete(typed, memory) {
    if (typed.trim() === '') return [];
    const { nodes } = await ask(memory, 'graph', 'find_similar', { query: typed, top_k: 20 });
    return nodes.map(({ id }) => id);
  },
};
