import type { Episode, ErrorSolutionPair } from '@agent-mem/contract';
import { holdsNothingRetired, retiredFactsAsked, textOfEpisode } from '@agent-mem/recall/believed';
import { type MemoryTool, textOf } from './memory-tool.ts';
import { outcomeText } from './outcome-text.ts';

/** Searches what was attempted before, and what got over errors like the one in the query. An episode that says what a superseded or deleted fact said is not shown. */
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
    const { solutions } = found;
    return {
      text: [...episodes.map(episodeText), ...solutions.map(solutionText)].join('\n') || 'No episodes were found.',
      recalledIds: [...episodes.map(({ id }) => id), ...solutions.map(({ solution_id: id }) => id)],
      data: { episodes, solutions },
    };
  },
};

function episodeText(episode: Episode): string {
  const { id, goal, steps, lessons } = episode;
  const lines = [`- Goal: ${goal} [${id}]`, ...steps.map((step) => `  Step: ${step}`), `  Outcome: ${outcomeText(episode)}`];
  return [...lines, ...(lessons === '' ? [] : [`  Lessons: ${lessons}`])].join('\n');
}

/** The edge is named as well: by it a caller weighs whether the solution helped. */
function solutionText({ error, solution, solution_id, weight, edge_id }: ErrorSolutionPair): string {
  return `- Error: ${error}\n  Solution: ${solution} [${solution_id}]\n  Weight: ${weight} [${edge_id}]`;
}
