import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findPulsar } from '../live/pulsar/broker.ts';
import { newPulsarTenant } from '../live/shared/pulsar.ts';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from '../process/otlp-collector.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const patience = { timeout: 60_000, interval: 50 };
const traceId = '0af7651916cd43dd8448eb211c80319c';
const headers = { 'content-type': 'application/json', traceparent: `00-${traceId}-b7ad6b7169203331-01` };

let directory: TemporaryDirectory;
let collector: OtlpCollector;
beforeEach(async () => {
  directory = await temporaryDirectory();
  collector = await startOtlpCollector();
});
afterEach(async () => {
  await collector[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

/** Recall is not left out for being late on a machine that has other things to do. */
const traced = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, MEMORY_DEADLINE_MS: '10000' });

/** Posts as a client that has a trace of its own. */
async function post(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
}

/** The names from the root down to a span. */
function pathOf(span: CollectedSpan): readonly string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathOf(parent) : []), span.name];
}

const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
const paths = () => ofTrace().map((span) => pathOf(span).join(' > '));

/** Waits for all that must come of the two requests, and for these paths beside. */
async function followed(...beside: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(paths()).toEqual(expect.arrayContaining([...expectedPaths, ...beside])), patience);
}

/** Ends processes, which send what is left. */
async function stopped(...fleets: readonly FleetProcess[]): Promise<void> {
  for (const fleet of fleets) expect([await fleet.stop(), fleet.errors()]).toEqual([0, '']);
}

const store = 'POST /v1/facts/store > call facts.store > facts.store';
const invoke = 'POST /v1/agent/invoke > call agent.invoke > agent.invoke';
const appended = `${invoke} > call conversations.append_invocation > conversations.append_invocation`;
const completed = `${invoke} > publish event/conversation`;

/** What two requests, one stored fact and one invocation, must be in any fleet. */
const expectedPaths = [
  `${store} > graph.commit`,
  `${store} > search-index.put`,
  `${invoke} > call conversations.build_context > conversations.build_context > graph.get`,
  `${invoke} > call facts.retrieve > facts.retrieve > search-index.search`,
  `${invoke} > call episodes.retrieve > episodes.retrieve > search-index.statistics`,
  `${invoke} > call facts.interpret > facts.interpret`,
  appended,
  `${completed} > facts.event.invocation-completed > graph.commit`,
  `${completed} > facts.event.invocation-completed > search-index.put`,
];

describe('one process with a collector', () => {
  it('sends one trace, from the request to the stores and what comes of its events', verifies('traces.followed'), async () => {
    await using fleet = await startFleetProcess({ directory: directory.path, environment: traced() });
    await post(fleet.httpUrl, 'facts/store', { content: 'The ferry leaves at nine' });
    await post(fleet.httpUrl, 'agent/invoke', { question: 'My wife is Anne', conversation_id: 'c' });
    // On a broker the event may have come first, and stored the same.
    await followed(`${appended} > graph.commit`);
    await stopped(fleet);
    const rooted = ofTrace().filter((span) => pathOf(span)[0]?.startsWith('POST '));
    expect(rooted).toEqual(ofTrace());
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(['agent-mem']));
    const [retrieve] = ofTrace().filter(({ name }) => name === 'facts.retrieve');
    expect(retrieve).toMatchObject({ kind: 'SERVER', events: expect.arrayContaining(['recall.search', 'recall.rank']) });
    const [commit] = ofTrace().filter(({ name }) => name === 'graph.commit');
    expect(commit).toMatchObject({ kind: 'CLIENT', isFailed: false, attributes: { 'db.system.name': 'sqlite' } });
  });

  it('sends nothing that somebody said, nor whose it is', verifies('traces.nothing-said'), async () => {
    await using fleet = await startFleetProcess({
      directory: directory.path,
      environment: { ...traced(), UPSTREAMS: '*=http://127.0.0.1:9' },
    });
    const mark = 'zanzibar';
    const scope = { workspace: `w-${mark}`, user: `u-${mark}`, collection: `c-${mark}` };
    const conversation_id = `talk-${mark}`;
    const text = `My wife is ${mark.toUpperCase()}`;
    const asked: readonly [string, object][] = [
      ['agent/invoke', { ...scope, question: text, conversation_id }],
      ['facts/store', { ...scope, content: text, source: mark, metadata: { [mark]: mark } }],
      ['facts/retrieve', { ...scope, query: text, explain: true }],
      ['facts/retrieve', { ...scope, query: text, preset: mark }],
      ['facts/get', { ...scope, fact_id: mark }],
      ['conversations/append-message', { ...scope, conversation_id, role: 'user', content: text }],
      ['conversations/search', { ...scope, query: text }],
      ['conversations/get', { ...scope, conversation_id: `no-${mark}` }],
      ['episodes/store', { ...scope, task: text, outcome: mark }],
      [`facts/${mark}`, scope],
      [`facts/store?${mark}=${mark}`, { ...scope, content: text }],
    ];
    for (const [path, body] of asked) {
      const properties = { ...headers, 'idempotency-key': `${mark}-${path}`, 'x-request-id': mark };
      await (
        await fetch(`${fleet.httpUrl}/v1/${path}`, { method: 'POST', headers: properties, body: JSON.stringify(body) })
      ).text();
    }
    const spoken = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] });
    // A key of ours may stand in a path of the proxy.
    for (const path of ['/v1/chat/completions', '/v1/nothing', ''])
      await (await fetch(`${fleet.httpUrl}/k/${mark}${path}`, { method: 'POST', headers, body: spoken })).text();
    await vi.waitFor(async () => {
      const { facts } = await rest(fleet.httpUrl, 'facts', 'list', scope);
      expect(facts.length).toBeGreaterThan(0);
    }, patience);
    await stopped(fleet);
    expect(ofTrace().length).toBeGreaterThan(50);
    const leaks = (text: string) => text.toLowerCase().includes(mark);
    expect(collector.spans.filter((span) => leaks(JSON.stringify(span)))).toEqual([]);
    const sent = Buffer.concat(collector.bodies).toString('latin1');
    expect([sent.includes('facts.store'), leaks(sent)]).toEqual([true, false]);
  });

  it('samples, names itself and shows what it is told to', async () => {
    const environment = {
      ...traced(),
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
      OTEL_SERVICE_NAME: 'memory',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=another,deployment.environment.name=trial',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    };
    await using fleet = await startFleetProcess({ directory: directory.path, environment });
    await rest(fleet.httpUrl, 'facts', 'list', {});
    await post(fleet.httpUrl, 'facts/list', {});
    await stopped(fleet);
    const named = { 'service.name': 'memory', 'deployment.environment.name': 'trial' };
    expect(collector.spans).toEqual(collector.spans.map(() => expect.objectContaining({ traceId, resource: named })));
    expect(new Set(collector.authorizations)).toEqual(new Set(['Bearer token']));
  });
});

describe('a collector that', () => {
  /** A port on which nobody listens. */
  async function closedPort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(server.listening).toBe(true));
    const address = server.address();
    await new Promise((resolve) => server.close(resolve));
    return typeof address === 'object' && address ? address.port : 0;
  }

  it('is down costs a warning, and nobody waits for it', verifies('traces.collector-away'), async () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await closedPort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      LOG_LEVEL: 'warn',
    };
    await using fleet = await startFleetProcess({ directory: directory.path, environment });
    await post(fleet.httpUrl, 'facts/store', { content: 'The ferry leaves at nine' });
    await vi.waitFor(() => expect(fleet.errors()).toContain('traces cannot be sent'), patience);
    await post(fleet.httpUrl, 'facts/store', { content: 'The ferry leaves at ten' });
    expect(await fleet.stop()).toBe(0);
    expect(fleet.errors().match(/traces cannot be sent/g)).toHaveLength(1);
  });

  it('takes what it is sent and never answers does not keep the program from ending', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(mute.listening).toBe(true));
    const address = mute.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    await using fleet = await startFleetProcess({
      directory: directory.path,
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url },
    });
    await post(fleet.httpUrl, 'facts/store', { content: 'The ferry leaves at nine' });
    expect(await fleet.stop()).toBe(0);
    mute.close();
  });
});

it('without an endpoint nothing of the SDK is loaded, and with one it is', async () => {
  const probe = fileURLToPath(new URL('../process/loaded-modules.ts', import.meta.url));
  const loaded = async (environment: Record<string, string>) => {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: _, ...clean } = process.env;
    const env = { ...clean, DATA_DIR: join(directory.path, 'probe'), ...environment };
    const { stdout } = await promisify(execFile)(process.execPath, [probe, '@opentelemetry/'], { env });
    return stdout;
  };
  expect(new Set((await loaded({})).split('\n').map((line) => line.replace(/\/.*/, '')))).toEqual(new Set(['api', '']));
  expect(await loaded(traced())).toMatch(/^sdk-trace\//m);
});

describeLive('Apache Pulsar, under a fleet that is traced', findPulsar(), () => {
  it('carries a trace from one process to the other, and the events on', {
    ...verifies('traces.followed'),
  }, async () => {
    const pulsar = await newPulsarTenant();
    const environment = { ...traced(), ...pulsar.environment };
    const of = (...args: string[]) => startFleetProcess({ directory: join(directory.path, args.join('-')), args, environment });
    await using memory = await of('facts', 'episodes', 'conversations', 'working-memory');
    await using asking = await of('agent', 'gateway');
    await post(asking.httpUrl, 'facts/store', { content: 'The ferry leaves at nine' });
    await post(asking.httpUrl, 'agent/invoke', { question: 'My wife is Anne', conversation_id: 'c' });
    await followed();
    await stopped(asking, memory);
    const [stored] = ofTrace().filter(({ name }) => name === 'facts.store');
    expect(stored).toMatchObject({
      service: 'agent-mem/facts+episodes+conversations+working-memory',
      attributes: { 'messaging.system': 'pulsar', 'messaging.destination.name': `persistent://${pulsar.tenant}/command/facts` },
    });
    expect(new Set(ofTrace().map(({ service }) => service)).size).toBe(2);
  });
});
