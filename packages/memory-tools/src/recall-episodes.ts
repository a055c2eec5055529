import type { Episode } from '@agent-mem/contract';
import { holdsNothingRetired, retiredFactsAsked, textOfEpisode } from '@agent-mem/recall/believed';
import { type MemoryTool, textOf } from './memory-tool.ts';

/** Searches what was attempted before. An episode that says what a superseded or deleted fact said is not shown. */
export const recallEpisodes: MemoryTool = {
  name: 'RecallEpisodes',
  description: 'Search for similar past problem-solving episodes',
  arguments: [{ name: 'query', type: 'string', description: 'The goal or problem' }],
  access: 'reads',
  async run({ query }, { caller, scope, topK, options }) {
    const asked = { ...scope, query: textOf(query), ...(topK !== undefined && { top_k: topK }) };
    const found = await caller.call('episodes', 'retrieve', asked, options);
    const remembered = found.episodes.map(textOfEpisode);
    const retired = { ...scope, ...retiredFactsAsked(remembered) };
    const { facts } = remembered.length === 0 ? { facts: [] } : await caller.call('facts', 'list', retired, options);
    const mayBeShown = holdsNothingRetired(facts);
    const episodes = found.episodes.filter((episode) => mayBeShown(textOfEpisode(episode)));
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
