// Has Cursor's local agent answer prompts, all in one conversation. Prints each answer.
import { load } from '../load.mjs';

const {
  default: { Agent },
} = await load('@cursor/sdk');
const agent = await Agent.create({
  apiKey: 'none',
  model: { id: 'stub' },
  local: { cwd: process.cwd(), settingSources: ['user', 'project'] },
});
for (const prompt of process.argv.slice(2)) {
  const run = await agent.send(prompt);
  const { status, result } = await run.wait();
  if (status !== 'finished') throw new Error(`The run of "${prompt}" is ${status}`);
  console.log(result);
}
await agent[Symbol.asyncDispose]();
