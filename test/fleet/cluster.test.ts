import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startFleet, type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { borrowCluster } from '../live/cluster/borrowed-cluster.ts';
import { type Cluster, findCluster } from '../live/cluster/cluster.ts';
import { type ServiceProcesses, startServiceProcesses } from '../live/cluster/service-processes.ts';
import { storeApart } from '../live/cluster/store-apart.ts';
import { storesAgree } from '../live/cluster/stores-agree.ts';
import { describeLive } from '../live/live.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';
import { bodyOf, exportFrom, fillScope, importInto } from './carried-archive.ts';
import { playRandomBranches } from './random-branches.ts';
import { scenarios } from './scenarios/scenarios.ts';

/** How long to wait for what comes by itself, on a machine that has other things to do. */
const patience = { timeout: 120_000, interval: 200 };
const timeout = 600_000;

describeLive('the full cluster: Pulsar, Neo4j, Qdrant, Redis and PostgreSQL', findCluster(), (programs) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await borrowCluster(programs());
  }, 600_000);
  afterAll(() => cluster?.[Symbol.asyncDispose]());

  describe('a fleet in one process', { timeout }, () => {
    scenarios({
      start: ({ environment, ...options } = {}) =>
        startFleet({ ...options, environment: { ...cluster.environment, ...environment } }),
      isDurable: true,
      isTurned: false,
    });
  });

  it('an archive carries a scope from one file to the cluster and into another file, and is equal on each', {
    timeout,
    ...verifies('archive.round-trip'),
  }, async () => {
    await using directory = await temporaryDirectory();
    const carried = { workspace: 'default', user: randomUUID(), collection: 'default' };
    const at = (name: string) => join(directory.path, name);
    const [first, second] = [{ directory: at('first') }, { directory: at('second') }];
    const servers = { directory: at('none'), environment: cluster.environment };
    await using fleet = await startFleet({ environment: cluster.environment });
    await using stack = new AsyncDisposableStack();
    // Nothing refers to the content stored aside: others ask whether the stores agree.
    stack.defer(async () => {
      await fleet.caller.call('graph', 'purge', { ...carried, everything: true });
    });
    await fillScope(first.directory, carried);
    const exported = await bodyOf(await exportFrom(first, carried, at('first.jsonl')));
    expect(exported.length).toBeGreaterThan(15);
    await importInto(servers, at('first.jsonl'));
    // A second time changes nothing.
    await importInto(servers, at('first.jsonl'));
    expect(await bodyOf(await exportFrom(servers, carried, at('servers.jsonl')))).toEqual(exported);
    await importInto(second, at('servers.jsonl'));
    expect(await bodyOf(await exportFrom(second, carried, at('second.jsonl')))).toEqual(exported);

    await vi.waitFor(async () => {
      const { facts } = await fleet.caller.call('facts', 'retrieve', { ...carried, query: 'green tea' });
      expect(facts[0]?.content).toBe('Anne likes green tea');
    }, patience);
  });

  describe('a fleet of a process a service, two of facts and of conversations', () => {
    let directory: TemporaryDirectory;
    let fleet: ServiceProcesses;
    beforeAll(async () => {
      directory = await temporaryDirectory();
      fleet = await startServiceProcesses(cluster, directory.path, ['facts', 'conversations']);
    }, 600_000);
    afterAll(async () => {
      await fleet?.[Symbol.asyncDispose]();
      await directory?.[Symbol.asyncDispose]();
    });

    const invoke = async (question: string, conversation_id: string, user: string) =>
      rest(await fleet.url(), 'agent', 'invoke', { question, conversation_id, user }, { timeoutMs: 60_000 });
    /** Waits until what was told can be found, and answers its id. */
    const known = (user: string) =>
      vi.waitFor(async () => {
        const { facts } = await rest(await fleet.url(), 'facts', 'retrieve', { query: 'Who is my wife?', user });
        const found = facts.find(({ content }) => content.includes('Anne'));
        expect(found).toBeDefined();
        return found?.id;
      }, patience);

    it('recalls in another conversation what it was told, shows it to nobody else, and after kill -9 still does', {
      timeout,
      ...verifies('recall.other-conversation', 'recall.receipt', 'scope.isolation', 'recall.kill'),
    }, async () => {
      await invoke('My wife is Anne', 'monday', 'u1');
      await invoke('I live in Lisbon', 'monday', 'u1');
      const id = await known('u1');
      const answer = await invoke('Who is my wife?', 'tuesday', 'u1');
      expect(answer.answer).toContain('Anne');
      expect(answer.receipt?.tiers.profile?.items.map((item) => item.id)).toContain(id);
      const stranger = await invoke('Who is my wife?', 'monday', 'u2');
      expect(stranger.answer).not.toContain('Anne');
      expect(stranger.receipt?.tiers.profile?.items).toEqual([]);
      expect(stranger.receipt?.tiers.facts.items).toEqual([]);
      expect(stranger.receipt?.tiers.conversation.items).toEqual([]);

      const killed = ['facts', 'facts 2', 'agent'].map((name) => fleet.of.get(name));
      for (const process of killed) process?.kill({ afterMs: 0, againMs: null });
      for (const process of killed) await process?.survived();
      await vi.waitFor(async () => {
        expect((await invoke('Who is my wife?', 'wednesday', 'u1')).answer).toContain('Anne');
      }, patience);
    });

    it('learns from appended messages in another process than the one that waits, once, and after kill -9 still does', {
      timeout,
      ...verifies('message.learned'),
    }, async () => {
      const of = { conversation_id: 'monday', user: 'appends' };
      const append = async (content: string) =>
        rest(
          await fleet.url(),
          'conversations',
          'append_messages',
          { ...of, messages: [{ role: 'user', content }], wait_ms: 60_000 },
          { idempotencyKey: content, timeoutMs: 60_000 },
        );
      const lived = await append('I live in Lisbon');
      expect(lived).toMatchObject({ learned: [{ content: 'The user lives in Lisbon' }], pending: [] });
      expect(await append('I moved to Porto')).toMatchObject({ changed: [{ id: lived.learned[0]?.id }], pending: [] });

      const killed = ['facts', 'facts 2', 'conversations'].map((name) => fleet.of.get(name));
      const asked = append('I like green tea');
      for (const process of killed) process?.kill({ afterMs: 0, againMs: null });
      await asked.catch(() => undefined);
      for (const process of killed) await process?.survived();
      await vi.waitFor(async () => {
        const { learned, refused, pending } = await append('I like green tea');
        expect([learned.map(({ content }) => content), refused, pending]).toEqual([['The user likes green tea'], [], []]);
      }, patience);
      const url = await fleet.url();
      expect((await rest(url, 'conversations', 'history', of)).messages).toHaveLength(3);
      const facts = async () => (await rest(url, 'facts', 'list', { user: of.user })).facts.map(({ content }) => content);
      expect((await facts()).filter((content) => content.includes('tea'))).toHaveLength(1);
    });

    it('has the effects of every event once, while two instances of a service share the work, and the stores agree', {
      timeout,
      ...verifies('event.once'),
    }, async () => {
      // Of its own for each attempt: what a failed one left must not be taken for this one's.
      const user = randomUUID();
      const numbers = Array.from({ length: 20 }, (_, number) => number);
      const questions = numbers.map((number) => `Remember that locker ${number} opens with code ${number * 13}`);
      await Promise.all(questions.map((question, number) => invoke(question, `talk-${number % 4}`, user)));
      await vi.waitFor(async () => {
        const url = await fleet.url();
        const { facts } = await rest(url, 'facts', 'list', { user, limit: 100 });
        expect(facts.map(({ content }) => content).toSorted()).toEqual(
          questions.map((question) => question.replace('Remember that l', 'L')).toSorted(),
        );
        const summaries = [];
        for (const conversation_id of ['talk-0', 'talk-1', 'talk-2', 'talk-3']) {
          const { conversation } = await rest(url, 'conversations', 'get', { conversation_id, user });
          summaries.push(...conversation.invocations.map(({ query }) => query));
        }
        expect(summaries.toSorted()).toEqual(questions.toSorted());
      }, patience);
      await storesAgree(cluster);
    });

    it('keeps each of a hundred facts once that four clients store a thousand times at once', {
      timeout,
      ...verifies('fact.no-race'),
    }, async () => {
      const url = await fleet.url();
      const lockers = Array.from({ length: 100 }, (_, number) => `Locker ${number} opens with code ${number * 13}`);
      const said = Array.from({ length: 4 }, (_, client) =>
        Array.from({ length: 250 }, (_, index) => ({ content: lockers[(client * 250 + index) % 100] ?? '', user: 'many' })),
      );
      const answered = (await Promise.all(said.map((facts) => storeApart(url, facts)))).flat();
      const { facts } = await rest(url, 'facts', 'list', { user: 'many', limit: 1_000 });
      expect(facts).toHaveLength(100);
      const idOf = new Map(facts.map(({ id, content }) => [content, id]));
      expect(answered).toHaveLength(1_000);
      expect(answered.filter(({ content, id }) => idOf.get(content) !== id)).toEqual([]);
    });

    it('believes one of the facts that contradict each other, said by four clients at once', {
      timeout,
      ...verifies('fact.reconciled'),
    }, async () => {
      const url = await fleet.url();
      const homes = ['Bern', 'Basel', 'Chur', 'Olten'].map((city) => `The user lives in ${city}`);
      const said = homes.map((content, talk) => [{ content, conversation_id: `talk-${talk}`, user: 'mover' }]);
      await Promise.all(said.map((facts) => storeApart(url, facts)));
      await vi.waitFor(async () => {
        const { facts } = await rest(url, 'facts', 'list', { user: 'mover' });
        expect(facts).toHaveLength(1);
        const { versions } = await rest(url, 'facts', 'history', { fact_id: facts[0]?.id ?? '', user: 'mover' });
        expect(new Set(versions.map(({ fact }) => fact.content))).toEqual(new Set(homes));
      }, patience);
    });

    it('compares and merges branches of branches that two processes write at once: each message once, in the order of receipt', {
      timeout,
      ...verifies('branch.merged'),
    }, async () => {
      const url = await fleet.url();
      const user = randomUUID();
      const append = async (conversation_id: string, content: string) =>
        (await rest(url, 'conversations', 'append_message', { conversation_id, user, role: 'user', content })).message_id;
      const branch = async (conversation_id: string, from_message_id: string) =>
        (await rest(url, 'conversations', 'branch', { conversation_id, user, from_message_id })).conversation_id;
      const shown = async (conversation_id: string) =>
        (await rest(url, 'conversations', 'history', { conversation_id, user, limit: 1_000 })).messages;
      /** Messages to each of these at once; answers their contents. */
      const write = async (...ids: readonly string[]) => {
        const said = Array.from({ length: 10 }, () => ids.map((id) => ({ id, content: randomUUID() }))).flat();
        await Promise.all(said.map(({ id, content }) => append(id, content)));
        return (id: string) => said.filter((each) => each.id === id).map(({ content }) => content);
      };
      const contentsOf = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content);

      const trunk = 'trunk';
      const first = [await append(trunk, 'one'), await append(trunk, 'two'), await append(trunk, 'three')];
      const limb = await branch(trunk, first[1] ?? '');
      const early = await write(trunk, limb);
      const [, , fork] = await shown(limb);
      const twig = await branch(limb, fork?.id ?? '');
      const late = await write(trunk, limb, twig);

      const own = {
        trunk: ['three', ...early(trunk), ...late(trunk)],
        limb: [...early(limb), ...late(limb)],
        twig: [fork?.content ?? '', ...late(twig)],
      };
      const diff = await rest(url, 'conversations', 'diff', { conversation_id: trunk, other_conversation_id: twig, user });
      expect(diff.common_message_id).toBe(first[1]);
      expect(contentsOf(diff.only_in_conversation).toSorted()).toEqual(own.trunk.toSorted());
      expect(contentsOf(diff.only_in_other).toSorted()).toEqual(own.twig.toSorted());

      for (const [conversation_id, branch_id] of [
        [limb, twig],
        [trunk, limb],
      ] as const)
        await rest(url, 'conversations', 'merge', { conversation_id, branch_id, user });
      const merged = await shown(trunk);
      const expected = new Set([...own.trunk, ...own.limb, ...own.twig]);
      expect(contentsOf(merged.slice(0, 2))).toEqual(['one', 'two']);
      expect(contentsOf(merged.slice(2)).toSorted()).toEqual([...expected].toSorted());
      const received = merged.slice(2).map(({ received_at, id }) => `${received_at} ${id}`);
      expect(received).toEqual(received.toSorted());
    });

    it.each([8, 12])(
      'shows each message of a random tree of branches once, whatever was written at the same time (%i)',
      {
        timeout,
        ...verifies('branch.merged'),
      },
      async (seed) => playRandomBranches(await fleet.url(), seed, 4),
    );

    it('every process tells its health, and ends with 0 by SIGTERM', {
      timeout,
      ...verifies('http.health', 'stop.drained'),
    }, async () => {
      for (const process of fleet.of.values()) expect((await fetch(`${await process.url()}/health/ready`)).status).toBe(200);
      const codes = await Promise.all([...fleet.of.values()].map((process) => process.stop()));
      expect(codes).toEqual(codes.map(() => 0));
    });
  });
});
