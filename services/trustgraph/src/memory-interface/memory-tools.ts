import type { Caller, CallOptions } from '@agent-mem/messaging';

/** Whose memory a tool of a flow works on. A flow has no user. */
interface ToolScope {
  readonly workspace: string;
  readonly collection: string;
}

type RunTool = (
  caller: Caller,
  scope: ToolScope,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => Promise<string>;

/** What agents of a flow can do with memory. Each answers the text that the model is shown. */
export const memoryTools: Readonly<Record<string, RunTool>> = {
  async RetrieveFacts(caller, scope, { query }, options) {
    const { facts } = await caller.call('facts', 'retrieve', { ...scope, query: textOf(query) }, options);
    return facts.map(({ id, content }) => `- ${content} [${id}]`).join('\n') || 'No facts were found.';
  },
  async RecallEpisodes(caller, scope, { query }, options) {
    const { episodes } = await caller.call('episodes', 'retrieve', { ...scope, query: textOf(query) }, options);
    const found = episodes.map(({ id, goal, steps, outcome, lessons }) => {
      const lines = [`- Goal: ${goal} [${id}]`, ...steps.map((step) => `  Step: ${step}`), `  Outcome: ${outcome}`];
      return [...lines, ...(lessons === '' ? [] : [`  Lessons: ${lessons}`])].join('\n');
    });
    return found.join('\n') || 'No episodes were found.';
  },
  async StoreFact(caller, scope, { fact_content }, options) {
    const fact = { content: textOf(fact_content), source: 'tool StoreFact', trust: 'agent' } as const;
    const { fact_id, created } = await caller.call('facts', 'store', { ...scope, ...fact }, options);
    return created ? `Stored as ${fact_id}.` : `Known already as ${fact_id}.`;
  },
};

/** An argument that the model left out is "", which the service refuses by its name. */
function textOf(argument: unknown): string {
  return argument === undefined || argument === null ? '' : String(argument);
}
