import type { AgentResponse } from '@agent-mem/contract';
import { type ChatRequest, scriptedChatModel } from '@agent-mem/llm';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const error = 'ENOSPC: no space left on device';
const run = (command: string, observation: string, success: boolean) => ({
  action: 'shell',
  arguments: { command },
  observation,
  success,
});
/** What a client did with its own tools. */
const history = [
  run('npm run build', error, false),
  run('ls', 'dist node_modules src', true),
  run('docker prune', 'Total reclaimed space: 4GB', true),
  run('npm run build', 'built', true),
];

describe('an error that was got over, over HTTP', () => {
  const prompts: string[] = [];
  let fleet: TestFleet;
  beforeEach(async () => {
    prompts.length = 0;
    fleet = await startFleet({ http: true, chatModel: scriptedChatModel(takesFirstSolution) });
  });
  afterEach(() => fleet[Symbol.asyncDispose]());

  /** A model that takes the first solution in its prompt, else builds; behind any trace it answers. Rules do the rest of what it is asked. */
  function takesFirstSolution({ template, messages, variables }: ChatRequest): string {
    if (template !== 'react') return 'I do not know.';
    const prompt = messages.map(({ content }) => content).join('\n');
    prompts.push(prompt);
    const { working_memory: trace } = variables as { readonly working_memory: readonly { readonly type: string }[] };
    if (trace.some(({ type }) => type === 'observation')) return 'Thought: it is done\nFinal Answer: Done.';
    const [, action = 'shell', args = '{"command":"npm run build"}'] = /What got over it: (\w+) (\{.*?\})/.exec(prompt) ?? [];
    return `Thought: try\nAction: ${action}\nArgs: ${args}`;
  }

  async function invoke(request: object): Promise<AgentResponse> {
    const headers = { 'Content-Type': 'application/json', 'X-Timeout-Ms': '60000' };
    const response = await fetch(`${fleet.httpUrl}/v1/agent/invoke`, { method: 'POST', headers, body: JSON.stringify(request) });
    expect(response.status).toBe(200);
    // The contract of the operation.
    const last = (await response.json()) as AgentResponse;
    await fleet.settled();
    return last;
  }

  const first = { question: 'Build the site', conversation_id: 'first', history };
  const second = { question: `Build the shop: npm run build says ${error}`, conversation_id: 'second' };
  const solutions = async () => (await fleet.caller.call('episodes', 'retrieve', { query: '', error })).solutions;

  it('is got over at once in another conversation, by what got over it and not by what only looked', async () => {
    await invoke(first);
    prompts.length = 0;
    const { receipt } = await invoke(second);

    expect(prompts[0]).toContain('What got over it: shell {"command":"docker prune"}');
    expect(prompts[0]).not.toContain('"ls"');
    expect(prompts[1]).toContain('<memory kind="action">shell {"command":"docker prune"}');
    const known = await solutions();
    expect(known.map(({ solution }) => solution)).toContain('shell {"command":"docker prune"}');
    expect(JSON.stringify(known)).not.toContain('\\"ls\\"');
    expect(receipt?.tiers.episodes.items.map(({ id }) => id)).toContain(known[0]?.solution_id);
  });

  it('is met again without the first conversation', async () => {
    await invoke(second);
    expect(prompts[0]).not.toContain('docker prune');
    expect(prompts[1]).toContain('<memory kind="action">shell {"command":"npm run build"}');
  });

  it('teaches nothing if it was never got over', async () => {
    await invoke({ ...first, history: history.slice(0, 3) });
    expect(await solutions()).toEqual([]);
  });
});
