import { conversationEvents, grpcDefinition, OperationError } from '@agent-mem/contract';
import type { ChatModel } from '@agent-mem/llm';
import { type Dispatch, publishEvent } from '@agent-mem/messaging';
import type { Tracing } from '@agent-mem/observability';
import {
  localParent,
  modelSpans,
  remoteParent,
  tracedChatModel,
  tracedDispatch,
  tracedPorts,
  traceparentOf,
} from '@agent-mem/observability';
import { eventOf, hosting, incoming, memoryPorts, scope } from '@agent-mem/testing/kit';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { beforeAll, describe, expect, test } from 'vitest';
import { defineService } from '../src/service.ts';
import { defineHttpPlugin } from '../src/transports/http-plugin.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${spanId}-01`;
const systems = { bus: 'pulsar', graph: 'neo4j', searchIndex: 'qdrant', keyValue: 'redis', details: 'postgresql' };

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
});

/** Spans that are stored here, in the order of their ends. */
function recordedSpans() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracing: Tracing = { tracer: provider.getTracer('test'), systems };
  const spans = () => exporter.getFinishedSpans();
  const named = (name: string) => spans().filter((span) => span.name === name);
  return { tracing, spans, named };
}

test('without tracing the ports are the ones given', () => {
  const ports = memoryPorts();
  expect(tracedPorts(ports, null)).toBe(ports);
});

describe('a traceparent', () => {
  test.each([
    ['', null],
    ['text that somebody wrote', null],
    [`00-${'0'.repeat(32)}-${spanId}-01`, null],
    [`00-${traceId}-${'0'.repeat(16)}-01`, null],
    [traceparent, traceparent],
    [`00-${traceId}-${spanId}-00`, `00-${traceId}-${spanId}-00`],
    [`01-${traceId}-${spanId}-ff-of-a-later-version`, traceparent],
  ])('"%s" is read as the parent %s', (text, read) => {
    const parent = trace.getSpanContext(remoteParent(text));
    expect(parent ? traceparentOf(parent) : null).toBe(read);
  });

  test('of another trace comes before the span that is active, of the same trace not', () => {
    const { tracing } = recordedSpans();
    const active = tracing.tracer.startSpan('active', {}, remoteParent(traceparent));
    const other = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    context.with(trace.setSpan(ROOT_CONTEXT, active), () => {
      expect(trace.getSpanContext(localParent(traceparent))).toEqual(active.spanContext());
      expect(trace.getSpanContext(localParent(null))).toEqual(active.spanContext());
      expect(trace.getSpanContext(localParent(other))?.traceId).toBe('a'.repeat(32));
    });
  });
});

describe('a request', () => {
  test('is a span that is active in every step of a stream, for every reader', async () => {
    const { tracing, spans } = recordedSpans();
    const active: (string | undefined)[] = [];
    const dispatch: Dispatch = async (_request, send) => {
      for (const sequence of [0, 1, 2]) {
        active.push(trace.getActiveSpan()?.spanContext().spanId);
        await send({ invoke: {}, error: null, sequence });
      }
    };
    const reader = tracing.tracer.startSpan('reader');
    const send = () => context.with(trace.setSpan(ROOT_CONTEXT, reader), async () => undefined);
    await tracedDispatch('agent', dispatch, tracing)(incoming({ invoke: {} }, { traceparent }), send);
    const [span] = spans();
    expect(active).toEqual(Array(3).fill(span?.spanContext().spanId));
    expect(span).toMatchObject({ name: 'agent.invoke', kind: SpanKind.SERVER, parentSpanContext: { traceId, spanId } });
    expect(span?.attributes).toEqual({
      'rpc.system': 'agent_mem',
      'rpc.service': 'agentmem.v1.AgentService',
      'rpc.method': 'Invoke',
      'messaging.system': 'pulsar',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'non-persistent://agent-mem/query/agent',
      'agent_mem.door': 'query',
      'agent_mem.attempt': 1,
    });
  });

  test.each([
    ['unavailable', SpanStatusCode.ERROR],
    ['not-found', SpanStatusCode.UNSET],
  ] as const)('that ends with %s tells the type, never the words', async (type, code) => {
    const { tracing, spans } = recordedSpans();
    const get = async () => {
      throw new OperationError(type, 'Anne is secret');
    };
    const failing = defineService({ name: 'graph', owns: [], variables: {}, handlers: { get } });
    await using host = await hosting({ services: [failing], tracing });
    await expect(host.caller.call('graph', 'get', { id: crypto.randomUUID() })).rejects.toMatchObject({ type });
    await host.settled();
    expect(
      spans()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['call graph.get', 'graph.get']);
    for (const span of spans()) {
      expect(span.attributes['error.type']).toBe(type);
      expect(span.status).toEqual({ code });
      expect(span.events).toEqual([]);
    }
  });

  test('by gRPC goes on with the trace of its metadata, down to the stores', async () => {
    const { tracing, named } = recordedSpans();
    await using host = await hosting({ tracing });
    const client = new Client(`127.0.0.1:${host.grpcAddress?.port}`, credentials.createInsecure());
    const { Store: method } = grpcDefinition('facts');
    if (!method) throw new Error('The contract has no rpc Store');
    const metadata = new Metadata();
    metadata.set('traceparent', traceparent);
    const { path, requestSerialize, responseDeserialize } = method;
    await new Promise<void>((resolve, reject) =>
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { content: 'Anne likes tea' }, metadata, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
    client.close();
    await host.settled();
    const [store] = named('facts.store');
    expect(store).toMatchObject({ parentSpanContext: { traceId, spanId }, attributes: { 'rpc.system': 'grpc' } });
    const [commit] = named('graph.commit');
    expect(commit).toMatchObject({
      parentSpanContext: store?.spanContext(),
      attributes: { 'db.system.name': 'neo4j', 'db.operation.name': 'commit' },
    });
  });

  test('by HTTP is active in the handler of an HTTP plugin, after its body was read', async () => {
    const { tracing, named } = recordedSpans();
    const plugin = defineHttpPlugin({
      name: 'door',
      variables: {},
      async register(app) {
        app.post('/asked/:secret', async () => traceparentOf(trace.getActiveSpan()?.spanContext() ?? never()));
      },
    });
    await using host = await hosting({ httpPlugins: [plugin], tracing });
    const response = await fetch(`http://127.0.0.1:${host.httpAddress?.port}/asked/Anne`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: JSON.stringify({ text: 'x'.repeat(500_000) }),
    });
    const active = await response.text();
    await fetch(`http://127.0.0.1:${host.httpAddress?.port}/health/live`);
    await host[Symbol.asyncDispose]();
    const [span] = named('POST /asked/:secret');
    expect(active).toBe(traceparentOf(span?.spanContext() ?? never()));
    expect(span).toMatchObject({ parentSpanContext: { traceId, spanId } });
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/asked/:secret',
      'http.response.status_code': 200,
    });
    expect(named('GET /health/live')).toEqual([]);
  });
});

describe('a port', () => {
  test('makes no spans outside a trace', async () => {
    const { tracing, spans } = recordedSpans();
    const ports = tracedPorts(memoryPorts(), tracing);
    await ports.graph.get(scope, []);
    await ports.embedder.embed(['tea'], { signal: new AbortController().signal });
    expect(spans()).toEqual([]);
  });

  test('an embedder whose id its first answer completes has that id', async () => {
    const { tracing } = recordedSpans();
    const ports = memoryPorts();
    const seen = { id: 'openai:m', dimensions: 0 };
    const traced = tracedPorts({ ...ports, embedder: Object.assign(seen, { embed: ports.embedder.embed }) }, tracing).embedder;
    Object.assign(seen, { id: 'openai:m:8', dimensions: 8 });
    expect([traced.id, traced.dimensions]).toEqual(['openai:m:8', 8]);
  });

  test('a commit, and a bus that publishes, are what the consumers of an event go on from', async () => {
    const { tracing, named } = recordedSpans();
    const ports = tracedPorts(memoryPorts(), tracing);
    const request = tracing.tracer.startSpan('request', {}, remoteParent(traceparent));
    const event = { ...eventOf({ type: 'fact-stored' }), traceparent };
    await context.with(trace.setSpan(ROOT_CONTEXT, request), () => ports.graph.commit(scope, { events: [event] }));
    const [waiting] = await ports.graph.outbox(1);
    const [commit] = named('graph.commit');
    expect(commit?.parentSpanContext).toEqual(request.spanContext());
    expect(waiting?.event.traceparent).toBe(traceparentOf(commit?.spanContext() ?? never()));
    const published = Promise.withResolvers<string | undefined>();
    await using _ = await ports.bus.subscribe(conversationEvents, { name: 'watch', type: 'shared' }, async ({ properties }) =>
      published.resolve(properties.traceparent),
    );
    await publishEvent(ports.bus, event, waiting?.event.traceparent);
    const [publish] = named('publish event/conversation');
    expect(publish).toMatchObject({ kind: SpanKind.PRODUCER, parentSpanContext: { spanId: commit?.spanContext().spanId } });
    expect(await published.promise).toBe(traceparentOf(publish?.spanContext() ?? never()));
  });

  test('a chat model that streams is one span until its last piece, or its error', async () => {
    const { tracing, spans } = recordedSpans();
    const model: ChatModel = {
      id: 'openai:gpt-x:free',
      generate: async () => '',
      async *stream() {
        yield 'Anne';
        throw new OperationError('unavailable', 'Anne is secret');
      },
    };
    const traced = tracedChatModel(model, modelSpans(tracing.tracer, model.id));
    const asking = tracing.tracer.startSpan('asking');
    const pieces = context.with(trace.setSpan(ROOT_CONTEXT, asking), () =>
      traced.stream({ template: 'react', variables: {}, messages: [] }, { signal: new AbortController().signal }),
    );
    await expect(Array.fromAsync(pieces)).rejects.toThrow();
    await expect.poll(spans).toHaveLength(1);
    expect(spans()[0]).toMatchObject({
      name: 'chat gpt-x:free',
      parentSpanContext: { spanId: asking.spanContext().spanId },
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-x:free',
        'agent_mem.template': 'react',
        'error.type': 'unavailable',
      },
    });
  });
});

function never(): never {
  throw new Error('There is no active span');
}
