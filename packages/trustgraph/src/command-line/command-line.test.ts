import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';

const wordsOf = (line: string) => line.split(' ').filter((word) => word !== '');

describe('the command line of a TrustGraph processor', () => {
  it('becomes our variables', () => {
    const line =
      '--id agent-mem --pulsar-host pulsar://pulsar:6650 --pulsar-api-key secret --pulsar-listener localhost --concurrency 4 ' +
      '--config-push-queue notify:tg:config --config-timeout 30 --config-type agent-mem --max-iterations 8 --log-level WARNING -P 8001';
    expect(readCommandLine(wordsOf(line)).variables).toEqual({
      TRUSTGRAPH_ID: 'agent-mem',
      TRUSTGRAPH_PULSAR_URL: 'pulsar://pulsar:6650',
      TRUSTGRAPH_PULSAR_TOKEN: 'secret',
      TRUSTGRAPH_PULSAR_LISTENER: 'localhost',
      TRUSTGRAPH_CONCURRENCY: '4',
      TRUSTGRAPH_CONFIG_PUSH_QUEUE: 'notify:tg:config',
      TRUSTGRAPH_CONFIG_TIMEOUT_SECONDS: '30',
      TRUSTGRAPH_CONFIG_TYPE: 'agent-mem',
      MAX_ITERATIONS: '8',
      LOG_LEVEL: 'warn',
      HTTP_PORT: '8001',
    });
  });

  it.each([
    ['--id=a -p ws://b:8080 -l DEBUG -P 8001', 'ws://b:8080', 'debug'],
    ['--id a -pwss://b --log-level=critical', 'wss://b', 'error'],
    ['--id a -p pulsar+ssl://b:6651 -l INFO', 'pulsar+ssl://b:6651', 'info'],
  ])('takes its short forms and values behind =: %s', (line, url, level) => {
    expect(readCommandLine(wordsOf(line)).variables).toMatchObject({
      TRUSTGRAPH_ID: 'a',
      TRUSTGRAPH_PULSAR_URL: url,
      LOG_LEVEL: level,
    });
  });

  it('leaves what is not TrustGraph’s, in order', () => {
    const line = 'agent --id agent-mem --http-port 8700 facts --no-loki-enabled --data-dir ./d -- -x';
    expect(readCommandLine(wordsOf(line)).rest).toEqual([
      'agent',
      '--http-port',
      '8700',
      'facts',
      '--data-dir',
      './d',
      '--',
      '-x',
    ]);
  });

  it('leaves what stands behind -- alone, and levels that are the fleet’s own', () => {
    expect(readCommandLine(wordsOf('--log-level silent --pulsar-admin-url http://b -- --id a'))).toEqual({
      variables: { LOG_LEVEL: 'silent' },
      rest: ['--pulsar-admin-url', 'http://b', '--', '--id', 'a'],
    });
  });

  it('takes what has no meaning here', () => {
    const line =
      '--id a --no-loki-enabled --loki-url http://loki:3100 --no-metrics ' +
      '--rabbitmq-host r --kafka-sasl-password k --pubsub-backend pulsar --prompt-timeout 600';
    expect(readCommandLine(wordsOf(line))).toEqual({
      variables: { TRUSTGRAPH_ID: 'a' },
      rest: [],
    });
  });

  it('reads TrustGraph’s variables, which its flags win over', () => {
    const environment = { PULSAR_HOST: 'pulsar://a:6650', PULSAR_API_KEY: 'from-env', PUBSUB_BACKEND: 'pulsar' };
    expect(readCommandLine(wordsOf('--id x --pulsar-host pulsar://b:6650'), environment).variables).toEqual({
      TRUSTGRAPH_ID: 'x',
      TRUSTGRAPH_PULSAR_URL: 'pulsar://b:6650',
      TRUSTGRAPH_PULSAR_TOKEN: 'from-env',
    });
    expect(readCommandLine([], environment)).toEqual({ variables: {}, rest: [] });
    const ours = { TRUSTGRAPH_ID: 'x', TRUSTGRAPH_PULSAR_URL: 'ws://ours:8080' };
    expect(readCommandLine([], { ...environment, ...ours }).variables).toEqual({ TRUSTGRAPH_PULSAR_TOKEN: 'from-env' });
  });

  it.each([
    ['--id', '--id: needs a value'],
    ['--id a --concurrency many', '--concurrency: must be a whole number from 1, got many'],
    ['--id a --concurrency 0', '--concurrency: must be a whole number from 1, got 0'],
    ['--id a --pulsar-host pulsar', '--pulsar-host (PULSAR_HOST): must be pulsar://host:port'],
    ['--id a --pubsub-backend kafka', '--pubsub-backend (PUBSUB_BACKEND): must be pulsar, got kafka'],
  ])('refuses "%s" by the flag', (line, message) => {
    expect(() => readCommandLine(wordsOf(line))).toThrow(message);
  });

  it('refuses another broker that TrustGraph’s variables name', () => {
    expect(() => readCommandLine(['--id', 'a'], { PUBSUB_BACKEND: 'rabbitmq' })).toThrow('PUBSUB_BACKEND');
  });
});
