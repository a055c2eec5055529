import { once } from 'node:events';
import { conversationEvents, services, serviceTopic, systemClock, topicSchema, topicUrl } from '@agent-mem/contract';
import { openPulsarWebSocketBus } from '@agent-mem/messaging-pulsar-websocket';
import { applySchemas, createPulsarAdmin, type PulsarAdmin } from '@agent-mem/pulsar';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { spawnFleet } from '../../process/fleet-process.ts';
import { verifies } from '../../verifies.ts';
import { describeLive } from '../live.ts';
import { findPulsar, type Pulsar, startPulsar } from './broker.ts';

describeLive('Apache Pulsar, prepared by init', findPulsar(), (jars) => {
  let pulsar: Pulsar;
  let admin: PulsarAdmin;
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    pulsar = await startPulsar(jars);
    admin = createPulsarAdmin({ url: pulsar.adminUrl });
  });
  afterAll(async () => {
    await pulsar[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  /** The program until it ends, with its lines by what became of the thing. */
  async function init(...flags: readonly string[]) {
    const environment = { BUS_URL: pulsar.webSocketUrl };
    await using run = spawnFleet({ directory: directory.path, args: ['init', ...flags], environment });
    const [code] = await once(run.child, 'close');
    const lines = run.output().trimEnd().split('\n');
    const those = (word: string) => lines.filter((line) => line.startsWith(`${word} `));
    return { code, errors: run.errors(), made: those('made'), changed: those('changed'), there: those('there'), lines };
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
        ['command', 'event', 'query', 'reply'].map((lane) => `agent-mem/${lane}`),
      );
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
      const graves = ['command/facts-facts-dead-letters', 'event/conversation-facts-dead-letters'];
      for (const grave of graves) {
        expect(await asked(`/persistent/agent-mem/${grave}/subscriptions`)).toEqual(['dead-letters']);
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

    it(
      'that holds what does not fit stops a fleet, which says the difference and shows both',
      verifies('pulsar.schemas'),
      async () => {
        const theirs = here.replace('"name":"content","type":["null","string"]', '"name":"content","type":["null","int"]');
        expect(theirs).not.toBe(here);
        await admin.tenants.create('other');
        for (const lane of ['query', 'command', 'event']) await admin.namespaces.create(`other/${lane}`);
        await expect(applySchemas(admin, { mode: 'verify', tenant: 'other', services: ['facts'] })).rejects.toMatchObject({
          type: 'failed-precondition',
          message: expect.stringContaining(
            'non-persistent://other/query/facts has no schema registered (run "npm start -- init"',
          ),
        });
        await admin.schemas.register(topicUrl(serviceTopic('facts', 'query'), 'other'), here);
        await admin.schemas.register(topicUrl(facts, 'other'), theirs);
        for (const mode of ['verify', 'register'] as const) {
          const refusal = await applySchemas(admin, { mode, tenant: 'other', services: ['facts'] }).catch(
            (error: unknown) => error,
          );
          const lines = String((refusal as Error).message).split('\n');
          expect(refusal).toMatchObject({ type: 'failed-precondition' });
          expect(lines[0]).toBe(
            'The schema of persistent://other/command/facts does not fit what is registered there (version 0):',
          );
          expect(lines[1]).toBe(
            '  agentmem.v1.StoreFactRequest.content: registered as null | int = null, here null | string = null',
          );
          expect(lines).toHaveLength(4);
          expect(lines.at(-2)).toBe(`Registered: ${theirs}`);
          expect(lines.at(-1)).toBe(`Here: ${here}`);
        }
      },
    );

    it('without the namespaces tells to run init', async () => {
      const refused = applySchemas(admin, { mode: 'register', tenant: 'nobody', services: ['facts'] });
      await expect(refused).rejects.toMatchObject({
        type: 'failed-precondition',
        message: expect.stringContaining(
          'Pulsar has no namespace for non-persistent://nobody/query/facts (run "npm start -- init"',
        ),
      });
    });
  });
});

/** The schema with one member more in its outermost record. */
function withMember(schema: string, member: object): string {
  const record = JSON.parse(schema) as { fields: object[] };
  return JSON.stringify({ ...record, fields: [...record.fields, member] });
}
