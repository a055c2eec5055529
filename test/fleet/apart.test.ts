import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { type AgentResponse, serviceTopic, systemClock, topicUrl } from '@agent-mem/contract';
import { openPulsarWebSocketBus } from '@agent-mem/pulsar/websocket';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MortalFleet, startMortalFleet } from '../chaos/mortal-fleet.ts';
import { notedFor, startSlowModel } from '../chaos/slow-model.ts';
import { describeLive } from '../live/live.ts';
import { findPulsar } from '../live/pulsar/broker.ts';
import { type SharedPulsar, sharedPulsar } from '../live/shared/pulsar.ts';
import { type FleetProcess, spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { pulsarInit } from '../process/pulsar-init.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

/* APART_STORES=500 APART_KILLS=20 takes some 30 seconds on two cores. */
const stores = Number(process.env.APART_STORES ?? 100);
const kills = Number(process.env.APART_KILLS ?? 5);
const clients = 8;
/** A stop finishes what runs for ten seconds, then cuts it; closing comes on top. */
const stopLimitMs = 15_000;

const tenant = 'apart';
const memoryServices = ['facts', 'episodes', 'conversations', 'working-memory'];

describeLive('Apache Pulsar, under a fleet of several processes', findPulsar(), () => {
  const stack = new AsyncDisposableStack();
  let pulsar: SharedPulsar;
  let directory: TemporaryDirectory;
  /** Recall is not left out for being late on a machine that has other things to do. */
  const environment = () => ({ BUS_URL: pulsar.webSocketUrl, PULSAR_TENANT: tenant, MEMORY_DEADLINE_MS: '10000' });

  beforeAll(async () => {
    pulsar = await sharedPulsar();
    directory = stack.use(await temporaryDirectory());
  });
  afterAll(() => stack.disposeAsync());

  /** Starts one that ends by itself. */
  async function refused(service: string, environment: Readonly<Record<string, string>>) {
    await using started = spawnFleet({ directory: join(directory.path, 'stores'), args: [service], environment });
    const [code] = await once(started.child, 'close');
    return { code, errors: started.errors() };
  }

  describe.each([['facts'], ['gateway']])('before init, %s', (service) => {
    it('is told to run it', verifies('pulsar.init'), async () => {
      const { code, errors } = await refused(service, environment());
      expect([code, errors]).toEqual([1, expect.stringMatching(/^agent-mem: Pulsar has no [^\n]*run the command init[^\n]*\n$/)]);
    });
  });

  describe('after init', () => {
    let memory: MortalFleet;
    let agent: MortalFleet;
    let gateway: FleetProcess;
    const memoryOptions = () => ({
      directory: join(directory.path, 'stores'),
      args: memoryServices,
      environment: environment(),
    });
    beforeAll(async () => {
      await pulsarInit(pulsar.webSocketUrl, environment());
      memory = stack.use(await startMortalFleet(memoryOptions()));
      const apart = (name: string) => ({ directory: join(directory.path, name), args: [name], environment: environment() });
      agent = stack.use(await startMortalFleet(apart('agent')));
      gateway = stack.use(await startFleetProcess(apart('gateway')));
    });

    it('each process tells its own health and figures', verifies('http.health'), async () => {
      const urls = [await memory.url(), await agent.url(), gateway.httpUrl];
      expect(new Set(urls).size).toBe(3);
      for (const url of urls) {
        expect((await fetch(`${url}/health/ready`)).status).toBe(200);
        expect(await (await fetch(`${url}/metrics`)).text()).toContain('agentmem_');
      }
    });

    it(
      'recalls in another conversation what it was told, and shows it to nobody else',
      verifies('recall.other-conversation', 'recall.receipt', 'scope.isolation'),
      async () => {
        const invoke = (question: string, conversation_id: string, user: string) =>
          rest(gateway.httpUrl, 'agent', 'invoke', { question, conversation_id, user });
        await invoke('My wife is Anne', 'monday', 'u1');
        await invoke('I live in Lisbon', 'monday', 'u1');
        const known = await vi.waitFor(async () => {
          const { facts } = await rest(gateway.httpUrl, 'facts', 'list', { user: 'u1' });
          const found = facts.find(({ content }) => content.includes('Anne'));
          expect(found).toBeDefined();
          return found;
        }, 20_000);
        const answer = await invoke('Who is my wife?', 'tuesday', 'u1');
        expect(answer.answer).toContain('Anne');
        expect(answer.receipt?.tiers.profile?.items.map(({ id }) => id)).toContain(known?.id);
        const stranger = await invoke('Who is my wife?', 'monday', 'u2');
        expect(stranger.answer).not.toContain('Anne');
        expect(stranger.receipt?.tiers.profile?.items).toEqual([]);
        expect(stranger.receipt?.tiers.facts.items).toEqual([]);
        expect(stranger.receipt?.tiers.conversation.items).toEqual([]);
      },
    );

    it('answers the repeat of an invocation whose agent process was killed in its middle, and calls its tool once', {
      ...verifies('invocation.end', 'write.durable'),
    }, async () => {
      await using model = await startSlowModel(1_000, () => 1);
      const slow = { ...environment(), LLM_URL: model.url, LLM_MODEL: 'slow', LLM_API_KEY: '' };
      await using thinking = await startMortalFleet({
        directory: join(directory.path, 'thinking'),
        args: ['agent'],
        environment: slow,
      });
      await agent.stop();
      const question = 'Is it noted?';
      for (const afterMs of [400, 400]) thinking.kill({ afterMs, againMs: null });
      const asked = { timeoutMs: 5_000, idempotencyKey: 'noted' };
      const ask = () => rest(gateway.httpUrl, 'agent', 'invoke', { question, user: 'slow' }, asked);
      const { answer } = await vi.waitFor(ask, { timeout: 180_000, interval: 100 });
      expect(answer).toBe('Done.');
      await thinking.survived();
      const { facts } = await rest(gateway.httpUrl, 'facts', 'list', { user: 'slow' });
      expect(facts.filter(({ content }) => content === notedFor(question))).toHaveLength(1);
    });

    it('goes on telling who asked, when the agent process is killed in the middle of an invocation', {
      ...verifies('invocation.end', 'invocation.frames'),
    }, async () => {
      await using model = await startSlowModel(1_000, () => 1);
      const slow = { ...environment(), LLM_URL: model.url, LLM_MODEL: 'slow', LLM_API_KEY: '' };
      await agent.stop();
      await using thinking = await startMortalFleet({
        directory: join(directory.path, 'telling'),
        args: ['agent'],
        environment: slow,
      });
      await using bus = await openPulsarWebSocketBus({ url: pulsar.webSocketUrl, tenant, clock: systemClock });
      const replies = { lane: 'reply', name: `listener-${randomUUID()}`, persistent: true } as const;
      const frames: { sequence: number; end: boolean; invoke: AgentResponse }[] = [];
      await bus.subscribe(replies, { name: 'listener', type: 'exclusive' }, async ({ payload }) => {
        frames.push(JSON.parse(payload));
        if (frames.at(-1)?.invoke.type === 'observation' && thinking.kills === 0) thinking.kill({ afterMs: 300, againMs: null });
      });
      // It asks once, and listens.
      const question = 'Is it told?';
      const payload = JSON.stringify({ invoke: { question, user: replies.name } });
      await bus.publish(serviceTopic('agent', 'command'), {
        payload,
        properties: { id: '1', reply_to: topicUrl(replies, tenant) },
      });
      await vi.waitFor(() => expect(frames.at(-1)?.end).toBe(true), { timeout: 180_000 });
      await thinking.survived();
      expect(thinking.kills).toBe(1);
      expect(frames.filter(({ end }) => end)).toEqual([frames.at(-1)]);
      expect(frames.at(-1)?.invoke.answer).toBe('Done.');
      // One that was on its way when the process died may be told again.
      expect([...new Set(frames.map(({ sequence }) => sequence))]).toEqual(
        Array.from({ length: (frames.at(-1)?.sequence ?? 0) + 1 }, (_, number) => number),
      );
      const { facts } = await rest(gateway.httpUrl, 'facts', 'list', { user: replies.name });
      expect(facts.filter(({ content }) => content === notedFor(question))).toHaveLength(1);
    });

    it('refuses a second process on stores of sqlite:, and says what to do', verifies('start.owner'), async () => {
      const { code, errors } = await refused('episodes', environment());
      expect([code, errors.split('\n')]).toEqual([1, [expect.stringMatching(/^agent-mem: .* is in use by process \d+ at /), '']]);
      expect(errors).toMatch(/at http:\/\/127\.0\.0\.1:\d+, started /);
      expect(errors).toContain('stores of sqlite: belong to one process (host what shares them there');
    });

    /** Stores by clients that work side by side; each asks once, and waits through whatever comes. `answered` is called after each. */
    async function storeAll(user: string, answered: (count: number) => void): Promise<readonly (boolean | string)[]> {
      const numbers = Array.from({ length: stores }, (_, number) => number).values();
      const created: (boolean | string)[] = [];
      const client = async () => {
        for (const number of numbers) {
          const content = `Parcel ${number} is on its way`;
          const stored = rest(gateway.httpUrl, 'facts', 'store', { content, user }, { timeoutMs: 120_000 });
          created.push(await stored.then((answer) => answer.created, String));
          answered(created.length);
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      return created;
    }

    async function contentsOf(user: string): Promise<readonly string[]> {
      const contents: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { facts: { content: string }[]; next_cursor: string | null } = await rest(gateway.httpUrl, 'facts', 'list', {
          user,
          limit: 100,
          cursor,
        });
        contents.push(...page.facts.map(({ content }) => content));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return contents.toSorted();
    }

    const everyParcel = Array.from({ length: stores }, (_, number) => `Parcel ${number} is on its way`).toSorted();
    /** A repeated effect would answer that the fact was there. */
    const everyCreated = Array.from({ length: stores }, () => true);

    it(`${stores} stores while the process with the stores is killed ${kills} times are ${stores} facts, none twice`, {
      timeout: 600_000,
      ...verifies('write.durable', 'command.once'),
    }, async () => {
      const moments = Array.from({ length: kills }, (_, past) => Math.floor(((past + 0.5) / kills) * stores));
      const created = await storeAll('killed', (count) => {
        if (moments.includes(count)) memory.kill({ afterMs: Math.random() * 30, againMs: null });
      });
      await memory.survived();
      expect(memory.kills).toBe(kills);
      expect(created).toEqual(everyCreated);
      expect(await contentsOf('killed')).toEqual(everyParcel);
    });

    it('SIGTERM under load loses nothing, and ends with 0 within its limit', {
      ...verifies('stop.drained'),
    }, async () => {
      const half = Promise.withResolvers<void>();
      const storing = storeAll('stopped', (count) => {
        if (count === Math.floor(stores / 2)) half.resolve();
      });
      await half.promise;
      const began = performance.now();
      expect(await memory.stop()).toBe(0);
      const tookMs = performance.now() - began;
      expect(tookMs).toBeLessThan(stopLimitMs);
      stack.use(await startFleetProcess(memoryOptions()));
      expect(await storing).toEqual(everyCreated);
      expect(await contentsOf('stopped')).toEqual(everyParcel);
    });
  });
});
