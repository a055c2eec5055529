/** Gives the agent a program as a tool; fails unless it is called, its long output is stored aside whole, and the answer rests on what the prompt shows of it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@agent-mem/client';
import { agentWithTools } from '../agent-with-tools.ts';
import { exampleFleet } from '../example-fleet.ts';

/** A model by rules: it reads the log once, and answers by the line of its error. */
function reply(prompt: string): string {
  if (!prompt.includes('kind="observation"')) return 'Thought: The log says it.\nAction: read_log\nArgs: {}';
  const [, error = 'nothing'] = /ERROR (.*)/.exec(prompt) ?? [];
  return `Thought: The log has it.\nFinal Answer: It says: ${error}.`;
}

await using agent = await agentWithTools(
  (folder) => ({ read_log: { description: 'Reads the log of the pumps', program: 'cat', args: ['pumps.log'], folder } }),
  reply,
);
const lines = Array.from({ length: 5_000 }, (_, index) =>
  index === 3_210 ? 'ERROR pump 7 lost pressure' : `pump ${index} runs`,
);
await writeFile(join(agent.folder, 'pumps.log'), `${lines.join('\n')}\n`);
await using fleet = await exampleFleet(null, agent.environment);
await using memory = await openMemory({ url: fleet.url });

let observation = '';
let answer = '';
for await (const frame of memory.agent.invokeStream({ question: 'What is wrong with the pumps?' })) {
  if (frame.type === 'observation') observation = frame.content;
  answer = frame.answer ?? answer;
}
assert.equal(answer, 'It says: pump 7 lost pressure.');
const [, memory_key = ''] = /\[MemoryRef: (\S+) - /.exec(observation) ?? [];
assert(observation.length < 10_000);
const { detail } = await memory.workingMemory.retrieveDetail({ memory_key, max_bytes: 100 });
assert.equal(detail?.size_bytes, lines.join('\n').length + 1);
console.log(answer);
