import type { Episode } from '@agent-mem/contract';
import { type MemoryTool, textOf } from './memory-tool.ts';

/** Searches what was attempted before. */
export const recallEpisodes: MemoryTool = {
  name: 'RecallEpisodes',
  description: 'Search for similar past problem-solving episodes',
  arguments: [{ name: 'query', type: 'string', description: 'The goal or problem' }],
  access: 'reads',
  async run({ query }, { caller, scope, topK, options }) {
    const asked = { ...scope, query: textOf(query), ...(topK !== undefined && { top_k: topK }) };
    const { episodes } = await caller.call('episodes', 'retrieve', asked, options);
    return {
      text: episodes.map(episodeText).join('\n') || 'No episodes were found.',
      recalledIds: episodes.map(({ id }) => id),
      data: { episodes },
    };
  },
};

function episodeText({ id, goal, steps, outcome, lessons }: Episode): string {
  const lines = [`- Goal: ${goal} [${id}]`, ...steps.map((step) => `  Step: ${step}`), `  Outcome: ${outcome}`];
  return [...lines, ...(lessons === '' ? [] : [`  Lessons: ${lessons}`])].join('\n');
}
