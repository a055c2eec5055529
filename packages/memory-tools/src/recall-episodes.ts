import type { AgentContext } from '@agent-mem/agent';
import type { Tool } from '@agent-mem/agent-loop';
import type { Episode } from '@agent-mem/contract';

/** Searches what was attempted before. */
export function recallEpisodesTool({ caller, config }: AgentContext): Tool {
  return {
    name: 'RecallEpisodes',
    description: 'Search for similar past problem-solving episodes',
    arguments: [{ name: 'query', type: 'string', description: 'The goal or problem' }],
    async run({ query }, { scope, signal, recalled }) {
      const { episodes } = await caller.call(
        'episodes',
        'retrieve',
        { ...scope, query: String(query), top_k: config.EPISODE_RETRIEVAL_TOP_K },
        { timeoutMs: config.TOOL_TIMEOUT_MS, signal },
      );
      recalled(episodes.map(({ id }) => id));
      return episodes.map(episodeText).join('\n') || 'No episodes were found.';
    },
  };
}

function episodeText({ id, goal, steps, outcome, lessons }: Episode): string {
  const lines = [`- Goal: ${goal} [${id}]`, ...steps.map((step) => `  Step: ${step}`), `  Outcome: ${outcome}`];
  return [...lines, ...(lessons === '' ? [] : [`  Lessons: ${lessons}`])].join('\n');
}
