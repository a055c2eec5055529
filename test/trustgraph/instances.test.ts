import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findRedis, startRedis } from '../live/redis/redis.ts';
import { askByWebSocket, sendByWebSocket } from '../live/trustgraph/ask.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import { tapTopic } from '../live/trustgraph/tap.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { pulsarInit } from '../process/pulsar-init.ts';
import { verifies } from '../verifies.ts';

const act = 'Thought: I use it\nAction: shout\nArgs: {"text": "hello"}';
const final = 'Thought: I know it\nFinal Answer: It is forty-two.';

describeLive('TrustGraph, two instances of the agent in one flow', findTrustGraph(), (programs) => {
  describeLive('Redis between them', findRedis(), (redisProgram) => {
    let trustGraph: TrustGraph;
    let instances: readonly FleetProcess[] = [];
    let startAnother: () => Promise<FleetProcess>;
    const stack = new AsyncDisposableStack();
    beforeAll(async () => {
      trustGraph = stack.use(await startTrustGraph(programs()));
      const { pulsar, flows } = trustGraph;
      const redis = stack.use(await startRedis(redisProgram()));
      await pulsarInit(pulsar.webSocketUrl);
      const start = async (...args: readonly string[]) => {
        const directory = stack.use(await temporaryDirectory());
        const environment = {
          BUS_URL: pulsar.webSocketUrl,
          KEYVALUE_URL: redis.url,
          KEYVALUE_PASSWORD: redis.password,
          DRAIN_SECONDS: '1',
          // Recall is not left out for being late on a machine that has other things to do.
          MEMORY_DEADLINE_MS: '10000',
        };
        return stack.use(await startFleetProcess({ directory: directory.path, args, environment }));
      };
      const asUsersDo = ['agent', '--id', 'agent-mem', '--pulsar-host', pulsar.webSocketUrl];
      startAnother = () => start(...asUsersDo);
      const started = await Promise.allSettled([
        start(...asUsersDo),
        start(...asUsersDo),
        start('facts', 'episodes', 'conversations', 'working-memory', 'graph'),
      ]);
      const fleets = started.map((each) => {
        if (each.status === 'rejected') throw each.reason;
        return each.value;
      });
      instances = fleets.slice(0, 2);
      await defineBlueprint(flows, 'agent-mem', ['replace']);
      await flows.start('default', 'agent-mem');
      await vi.waitFor(async () => expect(await flows.consumers('default', 'agent-mem')).toBe(2), { timeout: 60_000 });
    });
    afterAll(() => stack.disposeAsync());

    it('share what is asked, and what is told to one the other recalls', verifies('trustgraph.shared'), async () => {
      const { model, gatewayUrl } = trustGraph;
      const ask = (question: string) => askByWebSocket(gatewayUrl, 'default', { question, conversation_id: 'shared' });
      model.script('My dog is called Biscuit.', final);
      await ask('My dog is called Biscuit.');
      const reads = (prompt: string) => `Thought: I look\nFinal Answer: ${prompt.includes('Biscuit') ? 'Biscuit' : 'No idea'}`;
      model.script('What is it called?', { text: reads });
      await vi.waitFor(async () => expect((await ask('What is it called?')).at(-1)?.content).toBe('Biscuit'), {
        timeout: 60_000,
      });
      for (let index = 0; index < 4; index += 1) expect((await ask('What is it called?')).at(-1)?.content).toBe('Biscuit');
      for (const instance of instances) expect(await runs(instance)).toBeGreaterThan(0);
    });

    it('end every run once when one of them dies by kill -9 in the middle of some', {
      timeout: 180_000,
      ...verifies('trustgraph.killed'),
    }, async () => {
      const { model, gatewayUrl, pulsar } = trustGraph;
      await using requests = await tapTopic(pulsar.webSocketUrl, 'request/agent:default:default');
      await using responses = await tapTopic(pulsar.webSocketUrl, 'response/agent:default:default');
      await using sent = new AsyncDisposableStack();
      const questions = Array.from({ length: 8 }, (_, index) => `What is number ${index} of both?`);
      const asked = await Promise.all(
        questions.map(async (question) => {
          model.script(question, act, final);
          return sent.use(await sendByWebSocket(gatewayUrl, 'default', { question }));
        }),
      );
      // All have been taken, and most are on their way.
      await Promise.all(asked.map(({ first }) => first));
      await instances[0]?.kill();
      for (const { all } of asked) {
        const frames = await all;
        expect(frames.at(-1)).toMatchObject({ content: 'It is forty-two.', end_of_dialog: true });
        expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toHaveLength(1);
      }
      // The tap of a topic may be behind the gateway.
      const ends = () => responses.messages.filter(({ content }) => content.end_of_dialog === true).map(({ id }) => id);
      await expect.poll(() => new Set(ends())).toEqual(new Set(requests.messages.map(({ id }) => id)));
      expect(ends()).toHaveLength(questions.length);
    });

    it('answer every question once when one of them is stopped in the middle of some', {
      timeout: 180_000,
      ...verifies('trustgraph.stopped'),
    }, async () => {
      const { flows, model, gatewayUrl, pulsar } = trustGraph;
      const present = await flows.consumers('default', 'agent-mem');
      const stopping = await startAnother();
      await vi.waitFor(async () => expect(await flows.consumers('default', 'agent-mem')).toBe(present + 1), { timeout: 60_000 });
      await using responses = await tapTopic(pulsar.webSocketUrl, 'response/agent:default:default');
      await using sent = new AsyncDisposableStack();
      const exited = Promise.withResolvers<void>();
      const asked = await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          const question = `What is number ${index} of those that go on?`;
          model.script(question, { text: act, after: exited.promise }, final);
          return sent.use(await sendByWebSocket(gatewayUrl, 'default', { question }));
        }),
      );
      await Promise.all(asked.map(({ first }) => first));
      expect(await stopping.stop()).toBe(0);
      exited.resolve();
      for (const { all } of asked) {
        const frames = await all;
        expect(frames.at(-1)).toMatchObject({ message_type: 'answer', content: 'It is forty-two.', end_of_dialog: true });
      }
      const ends = () => responses.messages.filter(({ content }) => content.end_of_dialog === true).map(({ id }) => id);
      await expect.poll(() => new Set(ends()).size).toBe(asked.length);
      expect(ends()).toHaveLength(asked.length);
    });
  });
});

/** How many runs an instance has ended. */
async function runs({ httpUrl }: FleetProcess): Promise<number> {
  const metrics = await (await fetch(`${httpUrl}/metrics`)).text();
  const counts = [...metrics.matchAll(/^tg_agent_session_total\{.*\} (\d+)/gm)].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0);
}
