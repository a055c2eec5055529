import { OperationError, serviceTopic } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everyProperty } from '../../packages/adapters/neo4j/test/every-property.ts';
import { everyRow } from '../../packages/adapters/postgres/test/every-row.ts';
import { everyPoint } from '../../packages/adapters/qdrant/test/every-point.ts';
import { everyValue } from '../../packages/adapters/redis/test/every-value.ts';
import { borrowCluster } from '../live/cluster/borrowed-cluster.ts';
import { type Cluster, findCluster } from '../live/cluster/cluster.ts';
import { storesAgree } from '../live/cluster/stores-agree.ts';
import { describeLive } from '../live/live.ts';
import { verifies } from '../verifies.ts';
import { plant, scopeNamed } from './planted-marks.ts';

/** How long to wait for what comes by itself, on a machine that has other things to do. */
const patience = { timeout: 120_000, interval: 500 };
const call = { timeoutMs: 120_000 };
const commands = serviceTopic('facts', 'command');

describeLive('a purge on the full cluster', findCluster(), (programs) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await borrowCluster(programs());
  }, 600_000);
  afterAll(() => cluster?.[Symbol.asyncDispose]());

  /** Which stores hold the text, in whatever they keep. */
  async function storesWith(text: string): Promise<readonly string[]> {
    const { environment: of } = cluster;
    const own = (name: string) => of[name] ?? '';
    const texts = {
      neo4j: await everyProperty({ url: own('GRAPH_URL'), user: own('GRAPH_USER'), password: own('GRAPH_PASSWORD') }),
      qdrant: await everyPoint({ url: own('SEARCH_URL'), apiKey: own('SEARCH_API_KEY') }),
      redis: await everyValue({ url: own('KEYVALUE_URL'), password: own('KEYVALUE_PASSWORD') }),
      postgres: await everyRow({ url: own('DETAILS_URL'), user: own('DETAILS_USER'), password: own('DETAILS_PASSWORD') }),
    };
    return Object.entries(texts).flatMap(([name, held]) => (held.includes(text) ? [name] : []));
  }
  /** Waits until no store holds the text: what a service still had in hand is erased a minute later. */
  const gone = (text: string) => vi.waitFor(async () => expect(await storesWith(text)).toEqual([]), patience);
  const everywhere = ['neo4j', 'qdrant', 'redis', 'postgres'];
  /** What is indexed is found by its terms, in small letters, whatever its case. */
  const termsOf = (mark: string) => mark.toLowerCase();

  describe('of planted marks', () => {
    it(
      'of a conversation, a scope and a user leaves none in any store, and all of the neighbours',
      verifies('erasure.gone'),
      async () => {
        await using fleet = await startFleet({ environment: cluster.environment });
        const purge = (request: object) => fleet.caller.call('graph', 'purge', request, call);
        const talk = await plant(fleet, scopeNamed('anne'), 'XTALKX');
        await plant(fleet, scopeNamed('anne'), 'XOTHERX');
        await plant(fleet, scopeNamed('anne', 'more'), 'XMOREX');
        await plant(fleet, scopeNamed('bert'), 'XBERTX');
        expect(await storesWith('XTALKX')).toEqual(everywhere);

        const one = await purge({ ...talk.scope, conversation_id: talk.conversation });
        for (const text of ['XTALKX', termsOf('XTALKX')]) await gone(text);
        expect(one.certificate).toMatchObject({ target: 'conversation', broker_until: expect.stringMatching(/^20/) });
        expect(await storesWith('XOTHERX')).toEqual(everywhere);

        await purge({ ...scopeNamed('anne'), everything: true });
        for (const text of ['XOTHERX', termsOf('XOTHERX')]) await gone(text);
        expect(await storesWith('XMOREX')).toEqual(everywhere);

        await purge({ ...scopeNamed('anne'), everything: true, all_collections: true });
        await gone('XMOREX');
        expect(await storesWith('XBERTX')).toEqual(everywhere);
        const { facts } = await fleet.caller.call('facts', 'retrieve', { ...scopeNamed('bert'), query: 'green tea' }, call);
        expect(facts[0]?.content).toContain('XBERTX');
        await storesAgree(cluster);
      },
    );

    it('what waits in the broker is refused when it arrives', verifies('erasure.refused'), async () => {
      const scope = scopeNamed('late');
      const others = ['graph', 'episodes', 'conversations', 'working-memory', 'agent'];
      await using early = await startFleet({ environment: cluster.environment, services: others });
      // Nobody hosts the service yet: its subscription is there, and keeps them.
      const waiting = early.caller.call('facts', 'store', { ...scope, content: 'XLATEX was sent before' }, call);
      const refused = expect(waiting).rejects.toMatchObject({
        type: 'failed-precondition',
        message: expect.stringContaining('purged after the request was sent'),
      });
      const done = { question: 'Remember that XLATEX lives in Lisbon', extract_facts: true };
      const before = { ...scope, conversation_id: 'late', timestamp: new Date(Date.now() - 1_000).toISOString() };
      await publishEvent(early.ports.bus, invocationCompleted(done, { id: 'before', ...before }));
      await vi.waitFor(
        async () => expect((await early.ports.bus.peek(commands, 'facts', 10)).length).toBeGreaterThan(0),
        patience,
      );

      // The others have it in hand or are done with it.
      await vi.waitFor(async () => {
        const { messages } = await early.caller.call('conversations', 'history', { ...scope, conversation_id: 'late' }, call);
        expect(messages.length).toBeGreaterThan(0);
      }, patience);

      await early.caller.call('graph', 'purge', { ...scope, everything: true }, call);
      const after = { ...scope, conversation_id: 'late', timestamp: new Date(Date.now() + 1_000).toISOString() };
      const again = { ...done, invocation_id: 'inv_2', question: 'Remember that XNEWX lives in Porto' };
      await publishEvent(early.ports.bus, invocationCompleted(again, { id: 'after', ...after }));

      await using _late = await startFleet({ environment: cluster.environment, services: ['facts'] });
      await refused;
      await vi.waitFor(async () => {
        const { facts: learned } = await early.caller.call('facts', 'list', scope, call);
        expect(learned.map(({ content }) => content)).toEqual([expect.stringContaining('XNEWX')]);
      }, patience);
      await gone('XLATEX');
    });
  });

  it('fifty stores at once through two fleets never come over a quota', { ...verifies('limits.quota') }, async () => {
    const environment = { ...cluster.environment, MAX_FACTS: '10' };
    const services = ['facts'];
    await using one = await startFleet({ environment, services });
    await using two = await startFleet({ environment, services });
    const scope = scopeNamed('full');
    /** As a real client does: again where the answer says that it may succeed. */
    const stored = async (fleet: typeof one, content: string): Promise<boolean> => {
      for (;;) {
        const error = await fleet.caller.call('facts', 'store', { ...scope, content }, call).then(
          () => null,
          (cause: unknown) => OperationError.from(cause),
        );
        if (!error) return true;
        if (error.retryable) continue;
        expect([error.type, error.message]).toEqual(['resource-exhausted', expect.stringContaining('holds 10 of at most 10')]);
        return false;
      }
    };
    const numbers = Array.from({ length: 50 }, (_, number) => number);
    const done = await Promise.all(numbers.map((number) => stored(number % 2 === 0 ? one : two, `Fact number ${number}`)));
    expect(done.filter((isStored) => isStored)).toHaveLength(10);
    const { facts } = await one.caller.call('facts', 'list', { ...scope, limit: 100 }, call);
    expect(facts).toHaveLength(10);
  });
});
