import { once } from 'node:events';
import { conversationEvents, services, serviceTopic, systemClock, topicSchema, topicUrl } from '@agent-mem/contract';
import { applySchemas, createPulsarAdmin, type PulsarAdmin } from '@agent-mem/pulsar';
import { openPulsarWebSocketBus } from '@agent-mem/pulsar/websocket';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { spawnFleet, startFleetProcess } from '../../process/fleet-process.ts';
import { rest } from '../../process/rest.ts';
import { verifies } from '../../verifies.ts';
import { describeLive } from '../live.ts';
import { findPulsar, type Pulsar, startPulsar } from './broker.ts';

describeLive('Apache Pulsar, prepared by init', findPulsar(), (jars) => {
  let pulsar: Pulsar;
  let admin: PulsarAdmin;
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    pulsar = await startPulsar(jars());
    admin = createPulsarAdmin({ url: pulsar.adminUrl });
  });
  afterAll(async () => {
    await pulsar[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  /** The program until it ends by itself. */
  async function ended(...args: readonly string[]) {
    await using run = spawnFleet({ directory: directory.path, args, environment: { BUS_URL: pulsar.webSocketUrl } });
    const [code] = await once(run.child, 'close');
    return { code, output: run.output(), errors: run.errors() };
  }

  async function init(...flags: readonly string[]) {
    const { code, errors, output } = await ended('init', ...flags);
    const lines = output.trimEnd().split('\n');
    const those = (word: string) => lines.filter((line) => line.startsWith(`${word} `));
    return { code, errors, made: those('made'), changed: those('changed'), there: those('there'), lines };
  }

  /** What the broker itself says, past our client. */
  async function asked(path: string): Promise<unknown> {
    const response = await fetch(`${pulsar.adminUrl}/admin/v2${path}`);
    return response.ok ? await response.json() : response.status;
  }

  describe('npm start -- init', () => {
    it('changes nothing with --dry-run', verifies('pulsar.init'), async () => {
      const { code, lines } = await init('--dry-run');
      expect([code, lines[0]]).toEqual([0, 'would make    tenant agent-mem']);
      expect(lines.at(-1)).toMatch(/^Nothing was changed: \d+ to make, 0 to change, 0 there$/);
      expect(await asked('/namespaces/agent-mem')).toBe(404);
    });

    it('makes everything once', verifies('pulsar.init'), async () => {
      const first = await init();
      expect([first.code, first.errors, first.changed, first.there]).toEqual([0, '', [], []]);
      const second = await init();
      expect([second.code, second.made, second.changed]).toEqual([0, [], []]);
      expect(second.there).toHaveLength(first.made.length);
      expect(await asked('/namespaces/agent-mem')).toEqual(
        ['command', 'event', 'query', 'reply'].map((channel) => `agent-mem/${channel}`),
      );
    });

    it('goes on when nobody reads its lines any more', async () => {
      const environment = { BUS_URL: pulsar.webSocketUrl };
      await using run = spawnFleet({ directory: directory.path, args: ['init', '--dry-run'], environment });
      run.child.stdout?.destroy();
      const [code] = await once(run.child, 'exit');
      expect([code, run.errors()]).toEqual([0, '']);
    });

    it('sets what each lane keeps', async () => {
      expect(await asked('/namespaces/agent-mem/command')).toMatchObject({
        retention_policies: { retentionTimeInMinutes: 60, retentionSizeInMB: 4_096 },
        message_ttl_in_seconds: 2_592_000,
        backlog_quota_map: { destination_storage: { limitSize: 2_147_483_648, policy: 'producer_exception' } },
        subscription_expiration_time_minutes: 0,
        schema_compatibility_strategy: 'FULL_TRANSITIVE',
        is_allow_auto_update_schema: false,
        autoTopicCreationOverride: { allowAutoTopicCreation: true, topicType: 'non-partitioned' },
      });
      expect(await asked('/namespaces/agent-mem/reply')).toMatchObject({ message_ttl_in_seconds: 3_600 });
    });

    it('keeps dead letters before anybody has any', async () => {
      const deadLetters = ['command/facts-facts-dead-letters', 'event/conversation-facts-dead-letters'];
      for (const letterTopic of deadLetters) {
        expect(await asked(`/persistent/agent-mem/${letterTopic}/subscriptions`)).toEqual(['dead-letters']);
      }
    });

    it('mends what somebody has changed, and says what it was', async () => {
      await admin.namespaces.setPolicy('agent-mem/event', 'messageTtlSeconds', 60);
      const { changed, made } = await init();
      expect(made).toEqual([]);
      expect(changed).toEqual(['changed  messageTtlSeconds of agent-mem/event: 2592000 (was 60)']);
    });

    it('permits a role on the lanes, beside what it may do already', async () => {
      await admin.namespaces.grant('agent-mem/query', 'fleet', ['functions']);
      expect((await init('--role', 'fleet')).made).toHaveLength(4);
      expect((await init('--role', 'fleet')).made).toEqual([]);
      const { fleet } = (await asked('/namespaces/agent-mem/query/permissions')) as { fleet: string[] };
      expect(fleet.toSorted()).toEqual(['consume', 'functions', 'produce']);
    });
  });

  it('a subscription made by the admin REST gets what is published from then on', async () => {
    const topic = { lane: 'command', name: 'from-now-on', persistent: true } as const;
    const url = topicUrl(topic);
    await using bus = await openPulsarWebSocketBus({ url: pulsar.webSocketUrl, clock: systemClock });
    await admin.topics.ensureSubscription(url, 'first');
    await bus.publish(topic, { payload: 'before' });
    await admin.topics.ensureSubscription(url, 'second');
    await admin.topics.ensureSubscription(url, 'first');
    await bus.publish(topic, { payload: 'after' });
    await vi.waitFor(async () => {
      const stats = await admin.topics.stats(url);
      expect([stats?.get('first')?.backlog, stats?.get('second')?.backlog]).toEqual([2, 1]);
    });
  });

  describe('the registry', () => {
    const names = Object.keys(services) as (keyof typeof services)[];
    const facts = serviceTopic('facts', 'command');
    const here = topicSchema(facts) ?? '';

    it('has the schema of every topic, also of those that keep nothing', verifies('pulsar.schemas'), async () => {
      for (const topic of [serviceTopic('facts', 'query'), facts, conversationEvents]) {
        const [found, ...more] = await admin.schemas.versions(topicUrl(topic));
        expect(more).toEqual([]);
        expect(found).toMatchObject({ version: 0, type: 'JSON', schema: topicSchema(topic) });
      }
      await applySchemas(admin, { mode: 'verify', tenant: 'agent-mem', services: names });
    });

    it('takes an optional member more; the version before still starts', verifies('pulsar.schemas'), async () => {
      await admin.schemas.register(topicUrl(facts), withMember(here, { name: 'later', type: ['null', 'string'], default: null }));
      expect(await admin.schemas.versions(topicUrl(facts))).toHaveLength(2);
      for (const mode of ['register', 'verify'] as const) {
        await applySchemas(admin, { mode, tenant: 'agent-mem', services: ['facts'] });
      }
      expect(await admin.schemas.versions(topicUrl(facts))).toHaveLength(2);
    });

    it.each([
      ['another type of a member', { name: 'later', type: ['null', 'int'], default: null }],
      ['a member that must be there', { name: 'must', type: 'string' }],
    ])('refuses %s', async (_change, member) => {
      const refused = admin.schemas.register(topicUrl(facts), withMember(here, member));
      await expect(refused).rejects.toMatchObject({ type: 'already-exists', retryable: false });
    });
  });

  describe('a fleet', () => {
    const facts = serviceTopic('facts', 'command');
    const query = topicUrl(serviceTopic('facts', 'query'));
    const here = topicSchema(facts) ?? '';

    it('that finds no tenant says to run init', async () => {
      for (const mode of ['register', 'off']) {
        const { code, errors } = await ended('facts', '--pulsar-tenant', 'nobody', '--schemas', mode);
        expect([code, errors]).toEqual([1, expect.stringMatching(/^agent-mem: Pulsar has no .*nobody.*run the command init/)]);
      }
    });

    it('whose schema does not fit does not start, says the difference and shows both', verifies('pulsar.schemas'), async () => {
      const theirs = here.replace('"name":"content","type":["null","string"]', '"name":"content","type":["null","int"]');
      expect(theirs).not.toBe(here);
      await admin.tenants.create('other');
      for (const channel of ['query', 'command', 'event', 'reply']) await admin.namespaces.create(`other/${channel}`);
      await admin.schemas.register(topicUrl(serviceTopic('facts', 'query'), 'other'), here);
      const missing = await ended('facts', '--pulsar-tenant', 'other', '--schemas', 'verify');
      expect([missing.code, missing.errors]).toEqual([
        1,
        expect.stringContaining('persistent://other/command/facts has no schema registered (run the command init'),
      ]);
      await admin.schemas.register(topicUrl(facts, 'other'), theirs);
      for (const mode of ['verify', 'register']) {
        const { code, errors } = await ended('facts', '--pulsar-tenant', 'other', '--schemas', mode);
        expect(code).toBe(1);
        expect(errors.trimEnd().split('\n')).toEqual([
          'agent-mem: The schema of persistent://other/command/facts does not fit what is registered there (version 0):',
          '  agentmem.v1.StoreFactRequest.content: registered as null | int = null, here null | string = null',
          `Registered: ${theirs}`,
          `Here: ${here}`,
        ]);
      }
    });

    it('answers over the broker, and registers again what the broker has lost while it was away', async () => {
      const environment = { BUS_URL: pulsar.webSocketUrl };
      await using fleet = await startFleetProcess({ directory: directory.path, args: ['facts', 'gateway'], environment });
      /** Asks as a client that does as it is told: again, under the same key. */
      const store = (idempotencyKey: string) => {
        const ask = () => rest(fleet.httpUrl, 'facts', 'store', { content: 'The user likes tea' }, { idempotencyKey });
        return vi.waitFor(ask, { timeout: 60_000, interval: 100 });
      };
      const { fact_id } = await store('before');
      expect(fact_id).toMatch(/^fact_/);
      await fetch(`${pulsar.adminUrl}/admin/v2/schemas/agent-mem/query/facts/schema?force=true`, { method: 'DELETE' });
      expect(await admin.schemas.versions(query)).toEqual([]);
      await pulsar.stop();
      await pulsar.start();
      await vi.waitFor(async () => expect(await admin.schemas.versions(query)).toHaveLength(1), {
        timeout: 60_000,
        interval: 100,
      });
      expect(await store('after')).toMatchObject({ fact_id });
    });
  });
});

/** The schema with one member more in its outermost record. */
function withMember(schema: string, member: object): string {
  const record = JSON.parse(schema) as { fields: object[] };
  return JSON.stringify({ ...record, fields: [...record.fields, member] });
}
