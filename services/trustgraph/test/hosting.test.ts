import { setImmediate as turn } from 'node:timers/promises';
import { createMemoryTopics } from '@agent-mem/messaging';
import { startFleet, stubTrustGraphConfig } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';

const entry = (name: string) => {
  const topics = { request: `request:tg:${name}:w:main`, response: `response:tg:${name}:w:main` };
  return { main: JSON.stringify({ topics, parameters: {} }) };
};
const config = {
  __workspaces__: { workspace: { w: '{}' } },
  w: { 'processor:agent-mem': entry('agent'), 'processor:agent-mem-memory': entry('memory') },
};

/** What a process with these services takes in a flow that names both. */
async function takenBy(services: readonly string[]) {
  await using stack = new AsyncDisposableStack();
  const topics = stack.use(createMemoryTopics());
  stack.use(await stubTrustGraphConfig(topics, config));
  stack.use(await startFleet({ services, trustgraphTopics: topics }));
  const taken = () =>
    ['agent', 'memory'].filter((name) => topics.subscriptions(`non-persistent://tg/request/${name}:w:main`).length > 0);
  await vi.waitFor(() => expect(taken()).not.toEqual([]));
  // The other one would open in the same turns.
  for (let turns = 0; turns < 20; turns += 1) await turn();
  return taken();
}

it('a process with the agent answers questions, one with the gateway on the memory interface', async () => {
  expect(await takenBy(['agent'])).toEqual(['agent']);
  expect(await takenBy(['facts', 'gateway'])).toEqual(['memory']);
});
