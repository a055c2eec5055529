import { type ChatRequest, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tool } from '../src/index.ts';
import { type AgentFleet, startAgentFleet } from './agent-fleet.ts';

const attempts = ['{"tray":1}', '{"tray":2}', '{"tray":3}'];

/** Prints from the third tray alone. */
const print: Tool = {
  name: 'Print',
  description: 'Prints the document',
  arguments: [{ name: 'tray', type: 'integer', description: 'Where the paper is' }],
  async run({ tray }) {
    if (tray === 1) throw new Error('paper jam in unit 4711');
    if (tray === 2) throw new Error('toner of cartridge "C-9" is empty');
    return 'printed';
  },
};

/**
 * A model with a habit: it tries the trays in turn, but what its prompt says has worked it tries first. It sees its prompt and nothing
 * else, as any model does.
 */
function habit({ messages, variables }: ChatRequest): string {
  const { working_memory: trace, question } = variables as {
    working_memory: readonly { type: string; content: string }[];
    question: string;
  };
  if (trace.some(({ content }) => content === 'printed')) return 'Thought: it is printed\nFinal Answer: Printed.';
  const prompt = messages.map(({ content }) => content).join('\n');
  const tried = new Set(trace.filter(({ type }) => type === 'action').map(({ content }) => content.slice('Print '.length)));
  const said = [...prompt.matchAll(/(?:What worked: |What got over it: |; )Print (\{[^}]*\})/g)].map(([, args]) => args ?? '');
  const next = [...said, ...attempts].find((args) => !tried.has(args));
  return `Thought: ${question}\nAction: Print\nArgs: ${next}`;
}

describe('a task that failed in two ways first', () => {
  let fleet: AgentFleet;
  beforeEach(async () => {
    // A loaded machine must not leave a tool out.
    const environment = { TOOL_TIMEOUT_MS: '20000' };
    fleet = await startAgentFleet({ chatModel: scriptedChatModel(habit), tools: [print], environment });
  });
  afterEach(() => fleet[Symbol.asyncDispose]());

  /** The trays that were tried, in order, and what the agent was shown. */
  async function ask(question: string, request: { readonly user?: string; readonly enable_memory?: boolean } = {}) {
    const frames = await fleet.invoke({ question, ...request });
    await fleet.settled();
    const trays = frames.filter(({ type }) => type === 'action').map(({ content }) => content.slice('Print '.length));
    const last = frames.at(-1);
    return { trays, answer: last?.answer, receipt: last?.receipt };
  }

  it('is solved at once the second time: its episode says what worked', async () => {
    const first = await ask('Print the yearly report');
    expect(first).toMatchObject({ trays: attempts, answer: 'Printed.' });
    const { episodes } = await fleet.caller.call('episodes', 'list', {});
    expect(episodes).toMatchObject([{ goal: 'Print the yearly report', success: true }]);

    const second = await ask('Print the yearly report once more');
    expect(second).toMatchObject({ trays: ['{"tray":3}'], answer: 'Printed.' });
    expect(second.receipt?.tiers.episodes.items.map(({ id }) => id)).toContain(episodes[0]?.id);
  });

  it('is not solved any sooner by who does not remember it', async () => {
    await ask('Print the yearly report');
    expect((await ask('Print the yearly report', { user: 'somebody-else' })).trays).toEqual(attempts);
    expect((await ask('Print the yearly report', { enable_memory: false })).trays).toEqual(attempts);
  });

  it('helps another task as soon as that meets one of its errors', async () => {
    const jam = { action: 'Print', arguments: '{"tray":1}', observation: 'Error: paper jam in unit 12', success: false };
    const solved = { action: 'Print', arguments: '{"tray":3}', observation: 'printed', success: true };
    const learned = { question: 'Make a poster', answer: 'Done', steps: [jam, solved], record_episode: true };
    await publishEvent(fleet.ports.bus, invocationCompleted(learned));
    await fleet.settled();
    // What is left is the error and what got over it: no episode tells of it.
    for (const { id } of (await fleet.caller.call('episodes', 'list', {})).episodes)
      await fleet.caller.call('episodes', 'delete', { episode_id: id });

    expect((await ask('Bring me the invitation on paper')).trays).toEqual(['{"tray":1}', '{"tray":3}']);
    const { solutions } = await fleet.caller.call('episodes', 'retrieve', { query: '', error: 'paper jam in unit 1' });
    expect(solutions).toMatchObject([{ solution: 'Print {"tray":3}', helped: 2, failed: 0 }]);
    expect(solutions[0]?.weight).toBeCloseTo(0.85);
    const completed = fleet.events.filter(({ type }) => type === 'invocation-completed').at(-1);
    expect(completed?.data.invocation_completed?.injected_ids).toContain(solutions[0]?.solution_id);
  });

  it('knows what solved an error that the question tells of', async () => {
    await ask('Make a poster');
    for (const { id } of (await fleet.caller.call('episodes', 'list', {})).episodes)
      await fleet.caller.call('episodes', 'delete', { episode_id: id });
    const asked = await ask('Why does it say paper jam in unit 3?');
    expect(asked.trays).toEqual(['{"tray":3}']);
    expect(asked.receipt?.tiers.episodes.items.map(({ id }) => id)).toEqual([expect.stringMatching(/^sol_/)]);
  });
});

it('calls of tools that are not there are no task, and no errors of one', async () => {
  const flies = 'Thought: I fly\nAction: Fly\nArgs: {"to":"Oslo"}';
  const chatModel = scriptedChatModel([flies, flies, 'Final Answer: I cannot fly']);
  await using fleet = await startAgentFleet({ chatModel, tools: [print] });
  await fleet.invoke({ question: 'Fly to Oslo' });
  await fleet.settled();
  expect(await fleet.caller.call('episodes', 'list', {})).toMatchObject({ episodes: [] });
});

it('what is said to have failed later is shown to a model as failed, though it read like a success', async () => {
  await using fleet = await startAgentFleet({ chatModel: scriptedChatModel(() => 'Final Answer: Done') });
  const { call } = fleet.caller;
  const { episode_id } = await call('episodes', 'store', { goal: 'Deploy the billing service', outcome: 'It restarted' });
  const shown = async () => (await call('agent', 'recall', { query: 'Deploy the billing service' })).text;
  expect(await shown()).toContain('\nOutcome: It restarted\n');
  await call('episodes', 'set_outcome', { episode_id, outcome: 'failed', reason: 'It crashed an hour later' });
  expect(await shown()).toContain('\nOutcome: Failed. It restarted\n');
});
