import { appendFileSync } from 'node:fs';
import { scriptedChatModel } from '@agent-mem/llm';
import { subscribeEvents } from '@agent-mem/messaging';
import { createLogger } from '@agent-mem/runtime';
import { host } from '@agent-mem/service-kit';
import { startFleet } from '@agent-mem/testing';
import { agentServiceWith, type Tool } from '../src/index.ts';

/** A process with the agent on the files of a directory. Its tools write each call to the file `calls` there, and never answer. */
const [directory = '', question = ''] = process.argv.slice(2);

const hanging = (name: string, isIdempotent: boolean): Tool => ({
  name,
  description: 'Counts its calls',
  arguments: [],
  isIdempotent,
  async run() {
    appendFileSync(`${directory}/calls`, `${name}\n`);
    return question === '' ? `${name} has counted` : await new Promise<never>(() => undefined);
  },
});
const chatModel = scriptedChatModel(({ messages }) => {
  const shown = messages.map(({ content }) => content).join('\n');
  if (/outcome unknown/.test(shown)) return 'Thought: I know\nFinal Answer: it went on';
  const call = (name: string) => ({ name, arguments: '{}' });
  return { calls: [call('Count'), call('CountTwice')] };
});

// Nothing else holds the process.
setInterval(() => undefined, 1_000);
const fleet = await startFleet({ services: ['facts', 'episodes', 'conversations', 'working-memory'], bus: 'sqlite', directory });
await subscribeEvents(fleet.ports.bus, 'test', async ({ type, data }) => {
  if (type === 'invocation-completed') process.stdout.write(`${JSON.stringify(data.invocation_completed)}\n`);
});
const agent = await host({
  services: [agentServiceWith({ tools: [hanging('Count', false), hanging('CountTwice', true)] })],
  httpPlugins: [],
  ports: { ...fleet.ports, chatModel },
  environment: {},
  http: null,
  grpc: null,
  log: createLogger({ level: 'silent' }),
  relay: false,
});
if (question !== '')
  await Array.fromAsync(agent.caller.stream('agent', 'invoke', { question }, { timeoutMs: 120_000, idempotencyKey: 'k' }));
