import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopeOf, serviceTopic } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { purge as purgeFrom } from '@agent-mem/retention';
import { invocationCompleted, startFleet, type TestFleet, temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { plant, scopeNamed } from './planted-marks.ts';

/** The files of a directory that have the text in them, by name. */
function filesWith(directory: string, text: string): readonly string[] {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => readFileSync(path).includes(text)).map((path) => path.slice(directory.length + 1));
}

async function opened() {
  const directory = await temporaryDirectory();
  const clock = turnedClock();
  const fleet = await startFleet({ bus: 'sqlite', directory: directory.path, clock });
  return {
    fleet,
    clock,
    directory: directory.path,
    /** Requests of before are older than what comes, and what was under way has been looked for again. */
    async later() {
      for (let minute = 0; minute < 2; minute++) await clock.advance(60_000);
      await fleet.settled();
    },
    async [Symbol.asyncDispose]() {
      await fleet[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

const purge = ({ caller }: TestFleet, request: object) => caller.call('graph', 'purge', request, { timeoutMs: 60_000 });

describe('a purge in the embedded file', () => {
  it('of a scope leaves no byte of it in any file, and touches no other scope', verifies('erasure.gone'), async () => {
    await using world = await opened();
    const { fleet, directory, clock } = world;
    const mine = await plant(fleet, scopeNamed('anne'), 'XMINEX');
    await plant(fleet, scopeNamed('anne', 'other'), 'XOTHERX');
    await plant(fleet, scopeNamed('bert'), 'XBERTX');
    // What nobody can handle waits among the dead letters.
    const malformed = { ...mine.scope, conversation_id: 'talk', content: 'XMINEX', confidence: 9 };
    await fleet.ports.bus.publish(serviceTopic('facts', 'command'), { payload: JSON.stringify({ store: malformed }) });
    await fleet.settled();
    expect(filesWith(directory, 'XMINEX').length).toBeGreaterThan(1);
    await clock.advance(1_000);

    const { erased, certificate } = await purge(fleet, { ...mine.scope, everything: true });
    await fleet.settled();
    expect(filesWith(directory, 'XMINEX')).toEqual([]);
    expect(certificate?.counts).toMatchObject({
      details: 2,
      messages: 1,
      documents: expect.any(Number),
      replies: expect.any(Number),
    });
    expect(erased).toBe(certificate?.counts.nodes);
    for (const mark of ['XOTHERX', 'XBERTX']) expect(filesWith(directory, mark).length).toBeGreaterThan(1);
    const bert = await fleet.caller.call('facts', 'retrieve', { ...scopeNamed('bert'), query: 'green tea' });
    expect(bert.facts[0]?.content).toContain('XBERTX');

    // It is a scope like any other afterwards.
    await clock.advance(1_000);
    await fleet.caller.call('facts', 'store', { ...mine.scope, content: 'Likes coffee' });
    const { facts } = await fleet.caller.call('facts', 'list', mine.scope);
    expect(facts.map(({ content }) => content)).toEqual(['Likes coffee']);
  });

  it('of a user takes every collection, and nothing of other users', async () => {
    await using world = await opened();
    const { fleet, directory, clock } = world;
    for (const collection of ['default', 'other']) await plant(fleet, scopeNamed('anne', collection), 'XMINEX');
    await plant(fleet, scopeNamed('bert'), 'XBERTX');
    await clock.advance(1_000);
    const { certificate } = await purge(fleet, { ...scopeNamed('anne'), everything: true, all_collections: true });
    await fleet.settled();
    expect(certificate?.target).toBe('user');
    expect(filesWith(directory, 'XMINEX')).toEqual([]);
    expect(filesWith(directory, 'XBERTX').length).toBeGreaterThan(1);
  });

  it('of a conversation leaves no byte of it, and all that others said', async () => {
    await using world = await opened();
    const { fleet, directory, clock } = world;
    const scope = scopeNamed('anne');
    const mine = await plant(fleet, scope, 'XMINEX');
    const other = await plant(fleet, scope, 'XOTHERX');
    await clock.advance(1_000);
    const { certificate } = await purge(fleet, { ...scope, conversation_id: mine.conversation });
    expect(certificate).toMatchObject({ target: 'conversation', target_id: mine.conversation });
    // The request names the conversation, and lies in the file until it is done.
    await world.later();
    expect(filesWith(directory, 'XMINEX')).toEqual([]);
    const { messages } = await fleet.caller.call('conversations', 'history', { ...scope, conversation_id: other.conversation });
    expect(messages.some(({ content }) => content.includes('XOTHERX message'))).toBe(true);
    const asked = fleet.caller.call('conversations', 'history', { ...scope, conversation_id: mine.conversation });
    await expect(asked).rejects.toMatchObject({ type: 'not-found' });
  });

  it('of one memory takes its history, its guard and the replies that tell of it, and leaves its neighbours', async () => {
    await using world = await opened();
    const { fleet, directory, clock } = world;
    const scope = scopeNamed('anne');
    const store = (content: string, key: string) =>
      fleet.caller.call('facts', 'store', { ...scope, content, metadata: { m: `${content} meta` } }, { idempotencyKey: key });
    const { fact_id } = await store('XMINEX is a secret', 'k1');
    await fleet.caller.call('facts', 'delete', { ...scope, fact_id });
    await fleet.caller.call('facts', 'restore', { ...scope, fact_id });
    const neighbour = await store('XOTHERX is known', 'k2');
    await fleet.settled();
    await clock.advance(1_000);
    const { erased, certificate } = await fleet.caller.call('facts', 'purge', { ...scope, id: fact_id });
    await world.later();
    expect(filesWith(directory, 'XMINEX')).toEqual([]);
    expect([erased, certificate?.counts]).toEqual([2, { nodes: 2, versions: 3, replies: 3, documents: 1 }]);
    const got = await fleet.caller.call('facts', 'get', { ...scope, fact_id: neighbour.fact_id });
    expect(got.fact?.content).toContain('XOTHERX');
    await expect(fleet.caller.call('facts', 'purge', { ...scope, id: fact_id })).rejects.toMatchObject({ type: 'not-found' });
    // The same text is new afterwards.
    expect((await store('XMINEX is a secret', 'k3')).created).toBe(true);
  });

  it(
    'answers the same certificate when it comes again, whose checksum anybody can reckon',
    verifies('erasure.certified'),
    async () => {
      await using world = await opened();
      const { fleet, clock } = world;
      const planted = await plant(fleet, scopeNamed('anne'), 'XMINEX');
      await clock.advance(1_000);
      const request = { ...planted.scope, everything: true };
      const call = () => fleet.caller.call('graph', 'purge', request, { idempotencyKey: 'once', timeoutMs: 60_000 });
      const first = await call();
      await clock.advance(5_000);
      await fleet.caller.call('facts', 'store', { ...planted.scope, content: 'Came afterwards' });
      expect(await call()).toEqual(first);
      const { facts } = await fleet.caller.call('facts', 'list', planted.scope);
      expect(facts).toHaveLength(1);
      const unsigned = JSON.stringify({ ...first.certificate, sha256: '' });
      expect(first.certificate?.sha256).toBe(createHash('sha256').update(unsigned).digest('hex'));
      expect(first.certificate?.broker_until).toBeNull();
    },
  );

  it('of a message takes its tool calls and their results, and leaves the rest of its conversation', async () => {
    await using world = await opened();
    const { fleet, directory, clock } = world;
    const scope = scopeNamed('anne');
    const tool_calls = [{ tool_name: 'grep', arguments: '"XMINEX"', tool_result: { success: true, result: '"XMINEX"' } }];
    const append = (content: string, more: object = {}) => {
      const message = { ...scope, conversation_id: 'talk', role: 'user', content, ...more } as const;
      return fleet.caller.call('conversations', 'append_message', message);
    };
    const { message_id } = await append('XMINEX message', { tool_calls });
    await append('XOTHERX message');
    await fleet.settled();
    await clock.advance(1_000);
    const { erased } = await fleet.caller.call('conversations', 'purge', { ...scope, id: message_id });
    // The note that it was read goes with it.
    expect(erased).toBe(4);
    await world.later();
    expect(filesWith(directory, 'XMINEX')).toEqual([]);
    const { messages } = await fleet.caller.call('conversations', 'history', { ...scope, conversation_id: 'talk' });
    expect(messages.map(({ content }) => content)).toEqual(['XOTHERX message']);
  });

  it('each service erases its own kinds', async () => {
    await using world = await opened();
    const { fleet, clock } = world;
    const { scope } = await plant(fleet, scopeNamed('anne'), 'XMINEX');
    await clock.advance(1_000);
    const { caller } = fleet;
    await caller.call('facts', 'purge', { ...scope, everything: true });
    const facts = await caller.call('facts', 'list', { ...scope, statuses: ['ACTIVE', 'DELETED', 'SUPERSEDED'] });
    const episodes = await caller.call('episodes', 'list', scope);
    expect([facts.facts, episodes.episodes.length > 0]).toEqual([[], true]);
    await caller.call('episodes', 'purge', { ...scope, everything: true });
    expect((await caller.call('episodes', 'list', scope)).episodes).toEqual([]);
    expect((await caller.call('conversations', 'list', scope)).conversations).toHaveLength(1);
    await caller.call('conversations', 'purge', { ...scope, everything: true });
    expect((await caller.call('conversations', 'list', scope)).conversations).toEqual([]);
  });

  it('has what was sent before refused when it comes, and takes what was sent after', verifies('erasure.refused'), async () => {
    await using world = await opened();
    const { fleet, clock } = world;
    const [scope, never] = [scopeNamed('anne'), scopeNamed('anne', 'never seen')];
    const before = clock.now();
    const send = async (store: object, sentAt: number, key: string) => {
      const properties = { sent_at: String(sentAt), idempotency_key: key };
      await fleet.ports.bus.publish(serviceTopic('facts', 'command'), { payload: JSON.stringify({ store }), properties });
      await fleet.settled();
    };
    const publish = async (of: object, at: number, id: string, question: string) => {
      const timestamp = new Date(at).toISOString();
      const done = { invocation_id: `inv_${id}`, question, extract_facts: true, started_at: timestamp };
      await publishEvent(
        fleet.ports.bus,
        invocationCompleted(done, { id, ...of, timestamp: new Date(clock.now()).toISOString() }),
      );
      await fleet.settled();
    };
    const contents = async (of: object) =>
      (await fleet.caller.call('facts', 'list', of)).facts.map(({ content }) => content).toSorted();
    const single = await fleet.caller.call('facts', 'store', { ...scope, content: 'Single' }, { idempotencyKey: 'single' });
    await clock.advance(1_000);

    // One record: the request that made it is delivered again.
    await purge(fleet, { ...scope, id: single.fact_id });
    await send({ ...scope, content: 'Single' }, before, 'single');
    await send({ ...scope, content: 'Another' }, before, 'another');
    expect(await contents(scope)).toEqual(['Another']);

    await clock.advance(1_000);
    await purge(fleet, { ...scope, conversation_id: 'talk' });
    await send({ ...scope, conversation_id: 'talk', content: 'In the talk' }, before, 'k1');
    await send({ ...scope, conversation_id: 'other', content: 'In another' }, before, 'k2');
    await publish({ ...scope, conversation_id: 'talk' }, before, '1', 'Remember that the talk was old');
    expect(await contents(scope)).toEqual(['Another', 'In another']);

    await clock.advance(1_000);
    await fleet.caller.call('facts', 'purge', { ...scope, everything: true });
    await send({ ...scope, content: 'Old' }, before, 'k3');
    expect(await contents(scope)).toEqual([]);
    // Other services have nothing to do with it.
    const message = { ...scope, conversation_id: 'kept', role: 'user', content: 'Hello' };
    const properties = { sent_at: String(before), idempotency_key: 'k4' };
    const payload = JSON.stringify({ append_message: message });
    await fleet.ports.bus.publish(serviceTopic('conversations', 'command'), { payload, properties });
    await fleet.settled();
    expect((await fleet.caller.call('conversations', 'list', scope)).conversations).toHaveLength(1);

    await clock.advance(1_000);
    await purge(fleet, { ...scope, everything: true, all_collections: true });
    await send({ ...never, content: 'Old' }, before, 'k5');
    await publish({ ...never, conversation_id: 'c' }, before, '2', 'Remember that the shed is old');
    expect(await contents(never)).toEqual([]);
    await clock.advance(1_000);
    await send({ ...never, content: 'New' }, clock.now(), 'k6');
    await publish({ ...never, conversation_id: 'c' }, clock.now(), '3', 'Remember that the shed is new');
    expect(await contents(never)).toEqual(['New', expect.stringMatching(/shed is new/)]);
  });

  it('made while a clock was a month ahead refuses what was sent before it, and nothing that is sent later', async () => {
    await using world = await opened();
    const { fleet, clock } = world;
    const scope = scopeNamed('anne');
    const before = clock.now();
    await clock.advance(1_000);
    const ahead = { ...fleet.ports, clock: { ...clock, now: () => clock.now() + 30 * 24 * 60 * 60 * 1000 } };
    const request = { ...scope, id: null, conversation_id: null, everything: true, all_collections: false };
    const asked = { scope: scopeOf(scope), idempotencyKey: null, sentAt: null };
    await purgeFrom({ name: 'graph', kinds: null }, request, asked, ahead);
    const send = async (content: string, sentAt: number) => {
      const properties = { sent_at: String(sentAt), idempotency_key: content };
      const store = { ...scope, content };
      await fleet.ports.bus.publish(serviceTopic('facts', 'command'), { payload: JSON.stringify({ store }), properties });
      const ended = invocationCompleted(
        { invocation_id: `inv_${content}`, question: `Remember that the shed is ${content}`, extract_facts: true },
        { id: content, ...scope, conversation_id: 'c', timestamp: new Date(sentAt).toISOString() },
      );
      await publishEvent(fleet.ports.bus, ended);
      await fleet.settled();
    };
    const contents = async () => (await fleet.caller.call('facts', 'list', scope)).facts.map(({ content }) => content).toSorted();
    await clock.advance(1_000);
    await send('old', before);
    expect(await contents()).toEqual([]);
    await clock.advance(1_000);
    await send('new', clock.now());
    await send('late', before);
    expect(await contents()).toEqual([expect.stringMatching(/shed is new/), 'new']);
  });

  it('refuses a request that names nothing, or two things', async () => {
    await using fleet = await startFleet();
    for (const request of [
      {},
      { id: 'fact_x', everything: true },
      { conversation_id: 'c', id: 'x' },
      { all_collections: true },
    ]) {
      await expect(purge(fleet, request)).rejects.toMatchObject({ type: 'invalid-argument' });
    }
  });
});
