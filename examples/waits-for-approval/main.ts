/** Asks for something that a person must approve, and approves it after a restart; fails unless nothing is done before, it is done once, and the run ends with its answer. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { openMemory } from '@agent-mem/client';
import { agentWithTools } from '../agent-with-tools.ts';
import { exampleFleet } from '../example-fleet.ts';

/** A model by rules: it orders the part that the question names, once. */
function reply(prompt: string): string {
  if (prompt.includes('kind="observation"')) return 'Thought: It is done.\nFinal Answer: It is ordered.';
  const [part = ''] = /part-\d+/.exec(prompt.slice(prompt.indexOf('# Question'))) ?? [];
  return `Thought: I order it.\nAction: order_part\nArgs: ${JSON.stringify({ part })}`;
}

const orders = (folder: string) => ({
  order_part: {
    description: 'Orders a part by its number',
    program: 'touch',
    args: [{ name: 'part', pattern: 'part-[0-9]+' }],
    folder,
    approval: true,
  },
});
await using agent = await agentWithTools(orders, reply);
const ordered = async () => (await readdir(agent.folder)).filter((name) => name.startsWith('part-'));

{
  await using fleet = await exampleFleet(null, agent.environment);
  await using memory = await openMemory({ url: fleet.url });
  const { waiting } = await memory.agent.invoke({ question: 'Order part-7, please', may_wait: true });
  assert.deepEqual(
    waiting.map(({ tool, awaits }) => [tool, awaits]),
    [['order_part', 'approval']],
  );
  assert.deepEqual(await ordered(), []);
}

// Days later, in another process.
await using fleet = await exampleFleet(null, agent.environment);
await using memory = await openMemory({ url: fleet.url });
const { runs } = await memory.agent.listWaiting();
const [run] = runs;
const [call] = run?.waiting ?? [];
assert(run && call);
const { invocation_id } = run;
const { call_id, digest } = call;
const decisions = [{ call_id, digest, decision: 'approve', by: 'ada' }] as const;
const { answer } = await memory.agent.resume({ invocation_id, decisions: [...decisions] });
assert.equal(answer, 'It is ordered.');
assert.deepEqual(await ordered(), ['part-7']);
assert.deepEqual((await memory.agent.listWaiting()).runs, []);
console.log(answer);
