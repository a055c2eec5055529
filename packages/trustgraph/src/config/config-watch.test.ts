import { createMemoryTopics, type MemoryTopics, type TopicConsumer } from '@agent-mem/messaging';
import { turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ConfigPush, configPushMessage, configRequestMessage, configResponseMessage } from '../messages/config.ts';
import { topicOfQueue } from '../queue-name.ts';
import type { ConfigChange } from './changes.ts';
import { ConfigWatch, type ConfigWatchOptions, configQueues } from './config-watch.ts';

const processor = 'processor:agent-mem';
const entry = JSON.stringify({
  topics: { request: 'request:tg:agent:default:main', response: 'response:tg:agent:default:main' },
});

/** A config service as it was in each era: which operations it knows. */
const eras = {
  'from 2.7.13': ['getkeys-all-ws', 'getvalues-all-ws', 'getvalues', 'config'],
  'from 2.4': ['getvalues-all-ws', 'getvalues', 'config'],
  'before 2.4': ['config'],
} as const;

describe('ConfigWatch', () => {
  let topics: MemoryTopics;
  let clock: ReturnType<typeof turnedClock>;
  let changes: string[];
  let watch: ConfigWatch | null;
  /** What the config service holds: workspace, type, key → value. */
  let store: Record<string, Record<string, Record<string, string>>>;
  let version: number;
  let operations: readonly string[];
  let asked: string[];
  let isSilent: boolean;

  beforeEach(async () => {
    topics = createMemoryTopics();
    clock = turnedClock();
    [changes, asked, isSilent, version, watch] = [[], [], false, 41, null];
    operations = eras['from 2.7.13'];
    store = { __workspaces__: { workspace: { default: '{}' } }, default: { [processor]: { main: entry }, tool: { kb: '{}' } } };
    const answers = await topics.produce(topicOfQueue(configQueues.response));
    await topics.consume(topicOfQueue(configQueues.request), { subscription: 'config-svc', type: 'shared' }, (message) => {
      const { operation, type, workspace } = configRequestMessage.decode(message.payload);
      asked.push([operation, type, workspace].filter((word) => word !== '').join(' '));
      if (isSilent) return;
      void answers.send({
        payload: configResponseMessage.encode(answerTo(operation, type, workspace)),
        properties: message.properties,
      });
    });
  });
  afterEach(async () => {
    await watch?.[Symbol.asyncDispose]();
  });

  function answerTo(operation: string, type: string, workspace: string) {
    if (!operations.includes(operation)) return { error: { type: 'bad-operation', message: 'Invalid operation' } };
    if (operation === 'config') return { version, config: store.default ?? {} };
    const isAll = operation !== 'getvalues';
    const values = Object.entries(store)
      .filter(([name]) => isAll || name === workspace)
      .flatMap(([name, types]) => Object.entries(types[type] ?? {}).map(([key, value]) => [name, key, value] as const))
      .map(([name, key, value]) => ({
        type,
        key,
        value: operation === 'getkeys-all-ws' ? '' : value,
        workspace: isAll ? name : '',
      }));
    return { version, values };
  }
  /** Changes the store and pokes, as `put` and `delete` do. */
  async function change(push: Partial<ConfigPush>, edit: () => void = () => {}) {
    edit();
    version += 1;
    await poke(configPushMessage.encode({ version, changes: {}, ...push }));
  }
  async function poke(payload: string) {
    await using pokes = await topics.produce(topicOfQueue(configQueues.push));
    await pokes.send({ payload, properties: {} });
  }
  function loseConnection() {
    topics.disconnect();
    topics.reconnect();
  }
  function start(options: Partial<ConfigWatchOptions> = {}): ConfigWatch {
    watch = ConfigWatch.start({
      topics,
      clock,
      processorId: 'agent-mem',
      types: ['tool'],
      onChange: (changed) => void changes.push(sentence(changed)),
      ...options,
    });
    return watch;
  }

  it('listens for pokes alone, then fetches all, then tells it', async () => {
    const { ready } = start();
    await ready;
    expect(topics.subscriptions(topicOfQueue(configQueues.push))).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(asked).toEqual([
      `getkeys-all-ws ${processor}`,
      'getkeys-all-ws tool',
      `getvalues ${processor} default`,
      'getvalues tool default',
      'getvalues workspace __workspaces__',
    ]);
    expect(changes).toEqual(['settings-changed tool default kb', 'flow-appeared default main']);
    expect(watch?.entries('tool', 'default')).toEqual({ kb: '{}' });
    expect(watch?.version).toBe(41);
  });

  it.each(Object.entries(eras))('serves a config service %s', async (_, known) => {
    operations = known;
    await start().ready;
    expect(changes).toEqual(['settings-changed tool default kb', 'flow-appeared default main']);
  });

  it('finds the flows of versions before 2.3.13', async () => {
    operations = eras['before 2.4'];
    const urls = { request: 'non-persistent://tg/request/agent:main', response: 'non-persistent://tg/response/agent:main' };
    store = { default: { 'active-flow': { 'agent-mem': JSON.stringify({ main: urls }) } } };
    await start().ready;
    expect(watch?.flows).toEqual([{ workspace: 'default', flow: 'main', topics: urls, parameters: {} }]);
  });

  it('follows flows that start and stop, with what a poke names alone', async () => {
    await start().ready;
    asked.length = 0;
    await change({ changes: { [processor]: ['default'] } }, () => {
      store.default = { [processor]: { main: entry, second: entry } };
    });
    await vi.waitFor(() => expect(changes).toContain('flow-appeared default second'));
    await change({ changes: { [processor]: ['default'] } }, () => {
      store.default = { [processor]: { second: entry } };
    });
    await vi.waitFor(() => expect(changes).toContain('flow-disappeared default main'));
    expect(asked).toEqual([`getvalues ${processor} default`, `getvalues ${processor} default`]);
    expect(watch?.flows.map(({ flow }) => flow)).toEqual(['second']);
  });

  it('ignores old news and what concerns others', async () => {
    await start().ready;
    asked.length = 0;
    await poke('{"version":41,"changes":{"tool":["default"]}}');
    await change({ changes: { mcp: ['default'] } });
    await vi.waitFor(() => expect(watch?.version).toBe(42));
    expect(asked).toEqual([]);
  });

  it('follows workspaces that are created and deleted', async () => {
    await start().ready;
    await change({ workspace_changes: { created: ['acme'], deleted: [] } }, () => {
      store.acme = { [processor]: { main: entry } };
    });
    await vi.waitFor(() => expect(changes).toContain('flow-appeared acme main'));
    await change({ workspace_changes: { created: [], deleted: ['default'] } });
    await vi.waitFor(() => expect(changes).toContain('flow-disappeared default main'));
  });

  it.each([
    ['a poke was missed', async () => poke('{"version":43,"changes":{}}')],
    ['a poke cannot be read', async () => poke('{"version":"x"}')],
    ['the connection was lost', async () => loseConnection()],
    ['time has passed', async () => clock.advance(60_000)],
  ])('fetches all again when %s', async (_, happen) => {
    await start().ready;
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    [version, store] = [43, { default: {} }];
    await happen();
    await vi.waitFor(async () => {
      await clock.advance(2_000);
      expect(changes).toContain('flow-disappeared default main');
    });
    expect(changes).toContain('settings-changed tool default ');
  });

  it('tries again every 2 s for ever while the service is silent or the bus is away', async () => {
    isSilent = true;
    topics.disconnect();
    const { ready } = start({ timeoutMs: 1_000 });
    await clock.advance(60_000);
    topics.reconnect();
    await vi.waitFor(async () => {
      await clock.advance(3_000);
      expect(asked.length).toBeGreaterThan(4);
    });
    expect(changes).toEqual([]);
    isSilent = false;
    await vi.waitFor(async () => {
      await clock.advance(3_000);
      expect(changes).toContain('flow-appeared default main');
    });
    await ready;
  });

  it('tells a flow again whose start failed, and the others meanwhile', async () => {
    const tried: string[] = [];
    store.default = { [processor]: { bad: entry, good: entry } };
    start({
      async onChange(changed) {
        tried.push(sentence(changed));
        if (tried.length === 1) throw new Error('no broker');
      },
    });
    await vi.waitFor(() => expect(tried).toEqual(['flow-appeared default bad', 'flow-appeared default good']));
    expect(watch?.flows.map(({ flow }) => flow)).toEqual(['good']);
    await vi.waitFor(async () => {
      await clock.advance(2_000);
      expect(watch?.flows).toHaveLength(2);
    });
    expect(tried.slice(2)).toEqual(['flow-appeared default bad']);
  });

  it('says once that an entry cannot be read, and serves the rest', async () => {
    const warn = vi.fn();
    store.default = { [processor]: { broken: '{', main: entry } };
    await start({ log: { info: () => {}, warn } }).ready;
    await vi.waitFor(() => expect(clock.sleepers).toBe(1));
    await clock.advance(60_000);
    await vi.waitFor(() => expect(asked.filter((one) => one === 'getkeys-all-ws tool').length).toBeGreaterThan(1));
    expect(changes).toEqual(['flow-appeared default main']);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('is closed at once while it waits for a broker that is away, and closes what opens later', async () => {
    const opening = Promise.withResolvers<TopicConsumer>();
    watch = ConfigWatch.start({
      topics: { ...topics, consume: () => opening.promise },
      clock,
      processorId: 'agent-mem',
      types: [],
      onChange: () => {},
    });
    await watch[Symbol.asyncDispose]();
    const late = { isConnected: true, [Symbol.asyncDispose]: vi.fn(async () => {}) };
    opening.resolve(late);
    await vi.waitFor(() => expect(late[Symbol.asyncDispose]).toHaveBeenCalledOnce());
  });

  it('leaves no subscription and no sleeper behind', async () => {
    await start().ready;
    await watch?.[Symbol.asyncDispose]();
    expect(topics.subscriptions(topicOfQueue(configQueues.push))).toEqual([]);
    expect(topics.subscriptions(topicOfQueue(configQueues.response))).toEqual([]);
    expect(clock.sleepers).toBe(0);
  });
});

function sentence(change: ConfigChange): string {
  if (change.kind === 'settings-changed') {
    return `${change.kind} ${change.type} ${change.workspace} ${Object.keys(change.entries)}`;
  }
  return `${change.kind} ${change.entry.workspace} ${change.entry.flow}`;
}
