import { editDistance } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { variableGroups } from '../generated/variables.ts';
import { environmentWarnings, othersNames, ownPrefixes } from './environment-warnings.ts';

const known = variableGroups.flatMap(({ variables }) => Object.keys(variables));
const warnings = (environment: Record<string, string>) => environmentWarnings(environment, known);

describe('a variable that was probably meant for us', () => {
  it.each([
    ['HTTP_PROT', 'HTTP_PORT'],
    ['HTPP_PORT', 'HTTP_PORT'],
    ['HTTP_PORTS', 'HTTP_PORT'],
    ['HTTP_HOST', 'HOST'],
    ['GRPC_HOST', 'HOST'],
    ['DATADIR', 'DATA_DIR'],
    ['LLM_MODLE', 'LLM_MODEL'],
    ['SENSITIVE_DATE', 'SENSITIVE_DATA'],
    ['MEMROY', 'MEMORY'],
    ['WORKING_MEMORY_LIMIT_TTL', 'WORKING_MEMORY_TTL_SECONDS'],
    ['TRUSTGRAPH_CONFIG_TIMEOUT', 'TRUSTGRAPH_CONFIG_TIMEOUT_SECONDS'],
  ])('is warned of: %s', (name, meant) => {
    expect(warnings({ [name]: 'secret' })).toEqual([`${name} is not known; did you mean ${meant}?`]);
  });

  it('is warned of with those that there are, where none is near', () => {
    expect(warnings({ PRUNE_KEEP_NOTHING: '1' })).toEqual([
      'PRUNE_KEEP_NOTHING is not known; known are PRUNE_KEEP_FACTS, PRUNE_KEEP_EPISODES',
    ]);
  });

  it('is not warned of where it is set to nothing', () => {
    expect(warnings({ HTTP_PROT: '', WORKING_MEMORY_LIMIT: '' })).toEqual([]);
  });
});

describe('no warning is given of', () => {
  it('what we know', () => {
    expect(warnings(Object.fromEntries(known.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('what stands in ordinary environments', () => {
    const names = [
      ...[
        'HOME',
        'HOSTNAME',
        'HOSTTYPE',
        'PORT',
        'PATH',
        'PWD',
        'OLDPWD',
        'USER',
        'LANG',
        'LC_ALL',
        'TERM',
        'SHELL',
        'SHLVL',
        'TZ',
        '_',
      ],
      ...[
        'MEMORY_PRESSURE_WATCH',
        'MEMORY_LIMIT',
        'LOGNAME',
        'INVOCATION_ID',
        'JOURNAL_STREAM',
        'TMPDIR',
        'CI',
        'DEBUG',
        'VIRTUAL_ENV',
      ],
      ...[
        'HTTP_PROXY',
        'HTTPS_PROXY',
        'NO_PROXY',
        'http_proxy',
        'https_proxy',
        'no_proxy',
        'HTTPS_PORT',
        'GRPC_VERBOSITY',
        'GRPC_TRACE',
      ],
      ...[
        'NODE_ENV',
        'NODE_OPTIONS',
        'NODE_VERSION',
        'NODE_EXTRA_CA_CERTS',
        'YARN_VERSION',
        'npm_config_cache',
        'npm_package_name',
      ],
      ...['OTEL_SERVICE_NAMES', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_EXPORTER_OTLP_ENDPOINTS', 'OPENAI_API_KEY', 'SSL_CERT_FILE'],
      ...[
        'PULSAR_HOST',
        'PULSAR_API_KEY',
        'PUBSUB_BACKEND',
        'PULSAR_MEM',
        'POSTGRES_PASSWORD',
        'NEO4J_AUTH',
        'QDRANT__SERVICE__API_KEY',
      ],
      ...['TRUSTGRAPH_URL', 'TRUSTGRAPH_TOKEN', 'TRUSTGRAPH_WORKSPACE', 'REDIS_URL', 'DATABASE_URL', 'LOG_FORMAT', 'DATABASE'],
      ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT', 'KUBERNETES_SERVICE_PORT_HTTPS', 'FACT_STORE_SERVICE_HOST'],
      ...['TRUSTGRAPH_API_SERVICE_PORT_HTTP', 'TRUSTGRAPH_API_PORT_8088_TCP', 'TRUSTGRAPH_API_PORT_8088_TCP_ADDR'],
    ];
    expect(warnings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    expect(warnings({ TRUSTGRAPH_API_PORT: 'tcp://10.0.0.11:8088', GRPCC_PORT: 'tcp://10.0.0.12:80' })).toEqual([]);
  });
});

it('each beginning is that of variables of ours, and each exception needs to be one', () => {
  for (const prefix of ownPrefixes) expect([prefix, known.some((name) => name.startsWith(prefix))]).toEqual([prefix, true]);
  for (const name of othersNames) {
    const looksLikeOurs =
      ownPrefixes.some((prefix) => name.startsWith(prefix)) || known.some((each) => editDistance(name, each) === 1);
    expect([name, known.includes(name), looksLikeOurs]).toEqual([name, false, true]);
  }
});
