import { variables as persistenceVariables } from '@agent-mem/conversation-files/variables';
import { variables as neo4jVariables } from '@agent-mem/neo4j/variables';
import { variables as onnxVariables } from '@agent-mem/onnx/variables';
import { variables as openAiVariables } from '@agent-mem/openai/variables';
import { settingsVariables } from '@agent-mem/policy';
import { variables as postgresVariables } from '@agent-mem/postgres/variables';
import { variables as pulsarVariables } from '@agent-mem/pulsar/variables';
import { variables as qdrantVariables } from '@agent-mem/qdrant/variables';
import { analysisVariables } from '@agent-mem/recall';
import { variables as redisVariables } from '@agent-mem/redis/variables';
import { type ConfigOf, flag, integer, optionalInteger, readConfig, text, type Variables } from '@agent-mem/runtime';
import { accessVariables } from './access/variables.ts';
import { limitVariables } from './limits/variables.ts';
import { UsedWrongly } from './refusal.ts';
import { samplerNames } from './tracing/sampler.ts';

/** What the program itself reads; each service declares its own. */
export const variables = {
  CONFIG_FILE: text({
    meaning:
      "File of settings in YAML, with the variables' names in lower case; empty: agent-mem.yaml of the working folder, if there is one",
    default: '',
  }),
  TOOLS_FILE: text({
    meaning: "File in YAML whose block tools: names the agent's tools; empty: the settings file, if it has that block",
    default: '',
  }),
  HTTP_PORT: integer({ meaning: 'Port for HTTP; 0: any free one', min: 0, max: 65_535, default: 8700 }),
  GRPC_PORT: integer({ meaning: 'Port for gRPC; 0: any free one', min: 0, max: 65_535, default: 8701 }),
  HOST: text({ meaning: 'Address on which HTTP and gRPC listen', default: '127.0.0.1' }),
  TLS_CERTIFICATE_FILE: text({
    meaning:
      'File of the certificate (PEM, with the certificates between it and its authority) of HTTP and gRPC; empty: no TLS. Read again when it changes',
    default: '',
  }),
  TLS_KEY_FILE: text({ meaning: "File of that certificate's private key (PEM)", default: '' }),
  ADMIN_PORT: optionalInteger({
    meaning: 'Port for administrators: /admin/…, /metrics and /health; 0: any free one; empty: HTTP_PORT + 2, so 8702',
    min: 0,
    max: 65_535,
  }),
  ADMIN_HOST: text({ meaning: 'Address on which the port for administrators listens', default: '127.0.0.1' }),
  ...accessVariables,
  ...limitVariables,
  DATA_DIR: text({ meaning: 'Folder of the embedded file agent-mem.sqlite', default: './data' }),
  BUS_URL: text({
    meaning:
      'Which bus: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or ws://host:port or pulsar://host:port of a Pulsar broker',
    default: 'sqlite:',
  }),
  ...pulsarVariables,
  GRAPH_URL: text({
    meaning:
      'Where nodes and edges are stored: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or neo4j://host:port/database (+s: over TLS; bolt: without routing) of a Neo4j',
    default: 'sqlite:',
  }),
  ...neo4jVariables,
  ...persistenceVariables,
  SEARCH_URL: text({
    meaning:
      'Where the search index is stored: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or qdrant+http://host:port or qdrant+https://host:port of a Qdrant',
    default: 'sqlite:',
  }),
  ...qdrantVariables,
  KEYVALUE_URL: text({
    meaning:
      'Where hot state is stored: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or redis://host:port/0 or rediss://host:port of a Redis (several host:port with commas: a cluster)',
    default: 'sqlite:',
  }),
  ...redisVariables,
  DETAILS_URL: text({
    meaning:
      'Where large payloads are stored: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or postgres://host:port/database of a PostgreSQL',
    default: 'sqlite:',
  }),
  ...postgresVariables,
  MCP_WORKSPACE: text({ meaning: 'Workspace whose memory agent-mem mcp serves', default: 'default' }),
  MCP_USER: text({ meaning: 'User whose memory it serves', default: 'default' }),
  MCP_COLLECTION: text({ meaning: 'Collection whose memory it serves', default: 'default' }),
  DRAIN_SECONDS: integer({
    meaning: 'Longest wait of a stop for running requests, before it interrupts them; the process ends within 5 s more',
    unit: 's',
    min: 0,
    max: 3_600,
    default: 10,
  }),
  SWEEP_SECONDS: integer({
    meaning: 'Time between two comparisons of the stores with the Graph, with repairs; 0: never',
    unit: 's',
    min: 0,
    max: 604_800,
    default: 600,
  }),
  ...openAiVariables,
  ...onnxVariables,
  ...analysisVariables,
  ...settingsVariables,
  LOG_LEVEL: text({
    meaning: 'Least important log lines written to standard error: debug, info, warn, error or silent',
    default: 'info',
    oneOf: ['debug', 'info', 'warn', 'error', 'silent'],
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: text({
    meaning: 'Where traces go: base URL of an OpenTelemetry collector that takes OTLP over HTTP; empty: no traces',
    default: '',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text({
    meaning: 'Whole URL of that collector, with its path; empty: /v1/traces of OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
  }),
  OTEL_SERVICE_NAME: text({ meaning: 'Name of the process in traces; empty: made from the services that it hosts', default: '' }),
  OTEL_TRACES_SAMPLER: text({
    meaning: `Which traces are sent: ${samplerNames.join(', ')}`,
    default: 'parentbased_always_on',
    oneOf: samplerNames,
  }),
  OTEL_TRACES_SAMPLER_ARG: text({ meaning: 'Share of them for traceidratio, 0 to 1; empty: all', default: '' }),
  OTEL_SDK_DISABLED: flag({ meaning: 'Switches traces off, with any other setting', default: false }),
};

/** Their values. */
export type FleetConfig = ConfigOf<typeof variables>;

/** The program's own variables. Throws `UsedWrongly` for a malformed one. */
export function programConfig(environment: Readonly<Record<string, string | undefined>>): FleetConfig {
  return checkedConfig(variables, environment);
}

/** The values of variables. Throws `UsedWrongly` for a malformed one. */
export function checkedConfig<V extends Variables>(
  of: V,
  environment: Readonly<Record<string, string | undefined>>,
): ConfigOf<V> {
  try {
    return readConfig(of, environment);
  } catch (error) {
    throw new UsedWrongly((error as Error).message);
  }
}
