import { once } from 'node:events';
import { createServer } from 'node:http';
import { createLogger } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { programConfig } from '../config.ts';
import { startTracing } from './tracing.ts';

const log = createLogger({ level: 'silent' });
const start = (environment: Readonly<Record<string, string | undefined>>) =>
  startTracing(programConfig(environment), { names: ['facts'], log });
const endpoint = 'http://127.0.0.1:4318';

describe('traces', () => {
  it.each([{}, { OTEL_SERVICE_NAME: 'memory' }, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' }])(
    'are not made with %o',
    async (environment) => {
      expect(await start(environment)).toBeNull();
    },
  );

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must start with http:// or https://'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://collector' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must start with http://'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0'],
  ])('are refused with %o, by the name of the variable', async (environment, message) => {
    await expect(start(environment)).rejects.toThrow(message);
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '', '/v1/traces'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '/base/', '/base/v1/traces'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '/mine', '/mine'],
  ])('with %s=…%s go to %s', async (variable, path, expected) => {
    const paths: (string | undefined)[] = [];
    await using server = createServer((request, response) => {
      paths.push(request.url);
      request.resume().on('end', () => response.end());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const started = await start({ [variable]: `http://127.0.0.1:${port}${path}` });
    started?.tracing.tracer.startSpan('asked').end();
    await started?.[Symbol.asyncDispose]();
    server.closeAllConnections();
    expect(paths).toEqual([expected]);
  });

  it('name what stands behind each port', async () => {
    const urls = {
      BUS_URL: 'wss://broker:8443',
      GRAPH_URL: 'bolt+s://graph:7687',
      SEARCH_URL: 'qdrant+http://search:6333',
      KEYVALUE_URL: 'rediss://hot:6379',
      DETAILS_URL: 'postgres://large/db',
    };
    await using started = await start({ ...urls, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect(started?.tracing.systems).toEqual({
      bus: 'pulsar',
      graph: 'neo4j',
      searchIndex: 'qdrant',
      keyValue: 'redis',
      details: 'postgresql',
    });
  });
});
