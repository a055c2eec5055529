/** Asks for something that a person must approve, and approves it after a restart; fails unless nothing is done before, it is done once, and the run ends with its answer. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@agent-mem/client';
import { exampleFleet } from '../example-fleet.ts';
import { modelServer } from '../model-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'agent-mem-approval-'));
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(folder, { recursive: true, force: true }));

const orders = {
  description: 'Orders a part by its number',
  program: 'touch',
  args: [{ name: 'part', pattern: 'part-[0-9]+' }],
  folder,
  approval: true,
};
// JSON is YAML.
await writeFile(join(folder, 'tools.yaml'), JSON.stringify({ tools: { programs: { order_part: orders } } }));
const ordered = async () => (await readdir(folder)).filter((name) => name.startsWith('part-'));

/** A model by rules: it orders the part that the question names, once. */
const model = stack.use(
  await modelServer((prompt) => {
    const [question = ''] = prompt.split('# Question').slice(1);
    if (question === '') return '[]';
    if (prompt.includes('kind="observation"')) return 'Thought: It is done.\nFinal Answer: It is ordered.';
    const [part = ''] = /part-\d+/.exec(question) ?? [];
    return `Thought: I order it.\nAction: order_part\nArgs: ${JSON.stringify({ part })}`;
  }),
);
const environment = {
  DATA_DIR: join(folder, 'data'),
  TOOLS_FILE: join(folder, 'tools.yaml'),
  LLM_URL: model.url,
  LLM_MODEL: 'rules',
  PATH: process.env.PATH ?? '',
};

{
  await using fleet = await exampleFleet(null, environment);
  await using memory = await openMemory({ url: fleet.url });
  const { waiting } = await memory.agent.invoke({ question: 'Order part-7, please', may_wait: true });
  assert.deepEqual(
    waiting.map(({ tool, awaits }) => [tool, awaits]),
    [['order_part', 'approval']],
  );
  assert.deepEqual(await ordered(), []);
}

// Days later, in another process.
await using fleet = await exampleFleet(null, environment);
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
