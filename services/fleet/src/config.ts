import { settingsVariables } from '@agent-mem/policy';
import { schemaModes } from '@agent-mem/pulsar';
import { analysisVariables } from '@agent-mem/recall';
import { type ConfigOf, flag, integer, readConfig, text } from '@agent-mem/runtime';
import { UsedWrongly } from './refusal.ts';
import { samplerNames } from './tracing/sampler.ts';

/** What the program itself reads; each service declares its own. */
export const variables = {
  HTTP_PORT: integer({ meaning: 'Port for HTTP; 0: any free one', min: 0, max: 65_535, default: 8700 }),
  GRPC_PORT: integer({ meaning: 'Port for gRPC; 0: any free one', min: 0, max: 65_535, default: 8701 }),
  HOST: text({ meaning: 'Address both listen on', default: '127.0.0.1' }),
  DATA_DIR: text({ meaning: 'Folder of the embedded file agent-mem.sqlite', default: './data' }),
  BUS_URL: text({
    meaning:
      'Which bus: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or ws://host:port or pulsar://host:port of a Pulsar broker',
    default: 'sqlite:',
  }),
  PULSAR_ADMIN_URL: text({ meaning: "Base URL of Pulsar's admin REST; empty: where BUS_URL tells", default: '' }),
  PULSAR_TENANT: text({ meaning: 'Tenant whose namespaces hold the topics', default: 'agent-mem' }),
  PULSAR_TOKEN: text({ meaning: 'Token to ask Pulsar with; empty: none', default: '' }),
  PULSAR_TLS_CA_FILE: text({
    meaning: 'PEM file of the authorities to trust it by, over wss:, pulsar+ssl: and https:; empty: the usual ones',
    default: '',
  }),
  PULSAR_TLS_CERTIFICATE_FILE: text({ meaning: 'PEM file of the certificate to show it; empty: none', default: '' }),
  PULSAR_TLS_KEY_FILE: text({ meaning: "PEM file of that certificate's key", default: '' }),
  PULSAR_OAUTH2_ISSUER_URL: text({
    meaning: 'Who gives tokens to ask Pulsar with, by OAuth 2 (client credentials), instead of PULSAR_TOKEN; empty: nobody',
    default: '',
  }),
  PULSAR_OAUTH2_CREDENTIALS_FILE: text({ meaning: 'JSON file with client_id and client_secret for that', default: '' }),
  PULSAR_OAUTH2_AUDIENCE: text({ meaning: 'Audience of those tokens; empty: not said', default: '' }),
  PULSAR_OAUTH2_SCOPE: text({ meaning: 'Scope of those tokens; empty: not said', default: '' }),
  SCHEMAS: text({
    meaning: "What a start does with the schemas of its topics in Pulsar's registry: register, verify or off",
    default: 'register',
    oneOf: schemaModes,
  }),
  GRAPH_URL: text({
    meaning:
      'Where nodes and edges are kept: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or neo4j://host:port/database (+s: over TLS; bolt: without routing) of a Neo4j',
    default: 'sqlite:',
  }),
  GRAPH_USER: text({ meaning: 'User to ask that Neo4j as; empty: what the URL says', default: '' }),
  GRAPH_PASSWORD: text({ meaning: 'Password to ask it with; empty: what the URL says', default: '' }),
  GRAPH_CA_FILE: text({ meaning: "PEM file of the authorities to trust it by, over TLS; empty: the machine's", default: '' }),
  GRAPH_TIMEOUT_MS: integer({
    meaning: 'How long an operation on it may take, with its tries and waiting for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 10_000,
  }),
  GRAPH_CONNECTIONS: integer({ meaning: 'Most connections to it at once', min: 1, max: 1_000, default: 32 }),
  SEARCH_URL: text({
    meaning:
      'Where the search index is kept: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or qdrant+http://host:port or qdrant+https://host:port of a Qdrant',
    default: 'sqlite:',
  }),
  SEARCH_API_KEY: text({ meaning: 'Key to ask that Qdrant with; empty: what the URL says', default: '' }),
  SEARCH_CA_FILE: text({ meaning: "PEM file of the authorities to trust it by; empty: the machine's", default: '' }),
  SEARCH_PREFIX: text({ meaning: 'In front of the names of its collections: letters, digits, _ or -', default: 'agent_mem' }),
  SEARCH_CONNECTIONS: integer({ meaning: 'Most requests to it at once', min: 1, max: 1_000, default: 16 }),
  SEARCH_TIMEOUT_MS: integer({
    meaning: 'How long a request to it may take, repeats included',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 5_000,
  }),
  SEARCH_EXACT_UP_TO: integer({
    meaning: 'Vectors of a scope up to which the nearest are found exactly there; above it HNSW may miss some',
    min: 0,
    max: 10_000_000,
    default: 20_000,
  }),
  KEYVALUE_URL: text({
    meaning:
      'Where hot state is kept: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or redis://host:port/0 or rediss://host:port of a Redis (several host:port with commas: a cluster)',
    default: 'sqlite:',
  }),
  KEYVALUE_USER: text({ meaning: 'User to ask that Redis as; empty: what the URL says', default: '' }),
  KEYVALUE_PASSWORD: text({ meaning: 'Password to ask it with; empty: what the URL says', default: '' }),
  KEYVALUE_CA_FILE: text({ meaning: "PEM file of the authorities to trust it by; empty: the machine's", default: '' }),
  KEYVALUE_PREFIX: text({ meaning: 'In front of every key there, without braces', default: 'agent-mem:' }),
  KEYVALUE_TIMEOUT_MS: integer({
    meaning: 'How long an operation on it may take, with waiting for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 5_000,
  }),
  DETAILS_URL: text({
    meaning:
      'Where large payloads are kept: sqlite: (in DATA_DIR), sqlite:FOLDER, memory:, or postgres://host:port/database of a PostgreSQL',
    default: 'sqlite:',
  }),
  DETAILS_USER: text({ meaning: 'User to ask that PostgreSQL as; empty: what the URL says', default: '' }),
  DETAILS_PASSWORD: text({ meaning: 'Password to ask it with; empty: what the URL says', default: '' }),
  DETAILS_CA_FILE: text({
    meaning: "PEM file of the authorities to trust it by, with ?sslmode=verify-full in the URL; empty: the machine's",
    default: '',
  }),
  DETAILS_CONNECTIONS: integer({ meaning: 'Most connections a process has to it', min: 1, max: 1_000, default: 8 }),
  DETAILS_TIMEOUT_MS: integer({
    meaning: 'How long an operation on it may take, with waiting for a connection',
    unit: 'ms',
    min: 10,
    max: 600_000,
    default: 10_000,
  }),
  SWEEP_SECONDS: integer({
    meaning: 'How often the stores are compared and brought in line with the Graph; 0: never',
    unit: 's',
    min: 0,
    max: 604_800,
    default: 600,
  }),
  LLM_URL: text({ meaning: 'Base URL of an OpenAI-compatible server; empty: reason by rules', default: '' }),
  LLM_MODEL: text({ meaning: 'Model to ask there', default: '' }),
  LLM_API_KEY: text({ meaning: 'Key to ask with', default: '' }),
  EMBEDDINGS_URL: text({ meaning: 'Base URL of an OpenAI-compatible server; empty: the bundled static table', default: '' }),
  EMBEDDINGS_MODEL: text({ meaning: 'Model to embed with there', default: 'text-embedding-3-small' }),
  EMBEDDINGS_API_KEY: text({ meaning: 'Key to embed with', default: '' }),
  PREVIOUS_EMBEDDINGS_URL: text({
    meaning:
      'Where the embedder before the present one answers, or "static" for the bundled table: questions go by it until reindex has made all vectors anew; empty: none',
    default: '',
  }),
  PREVIOUS_EMBEDDINGS_MODEL: text({ meaning: 'Model to embed with there', default: '' }),
  PREVIOUS_EMBEDDINGS_API_KEY: text({ meaning: 'Key to embed with there', default: '' }),
  RERANK_URL: text({
    meaning:
      'Base URL of a server with a rerank endpoint (Cohere, Jina, vLLM, TEI, llama.cpp), with its path or without; empty: none',
    default: '',
  }),
  RERANK_MODEL: text({ meaning: 'Model to rerank with there; empty: the only one it has', default: '' }),
  RERANK_API_KEY: text({ meaning: 'Key to rerank with', default: '' }),
  RERANK_SCORES: text({
    meaning: 'What its scores are: probability (0 to 1) or logit (llama.cpp)',
    default: 'probability',
    oneOf: ['probability', 'logit'],
  }),
  RERANK_MODEL_DIR: text({
    meaning: "Folder of a cross-encoder in ONNX's format, run in this process by onnxruntime-node; empty: none",
    default: '',
  }),
  ...analysisVariables,
  ...settingsVariables,
  LOG_LEVEL: text({
    meaning: 'Least important log lines written to standard error: debug, info, warn, error or silent',
    default: 'info',
    oneOf: ['debug', 'info', 'warn', 'error', 'silent'],
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: text({
    meaning: 'Where traces go: base URL of an OpenTelemetry collector that takes OTLP over HTTP; empty: none are made',
    default: '',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text({
    meaning: 'The same with its whole path, instead of that; empty: /v1/traces there',
    default: '',
  }),
  OTEL_SERVICE_NAME: text({ meaning: 'What the process is called in traces; empty: after what it hosts', default: '' }),
  OTEL_TRACES_SAMPLER: text({
    meaning: `Which traces are sent: ${samplerNames.join(', ')}`,
    default: 'parentbased_always_on',
    oneOf: samplerNames,
  }),
  OTEL_TRACES_SAMPLER_ARG: text({ meaning: 'Share of them for traceidratio, 0 to 1; empty: all', default: '' }),
  OTEL_SDK_DISABLED: flag({ meaning: 'No traces, whatever the others say', default: false }),
};

/** Their values. */
export type FleetConfig = ConfigOf<typeof variables>;

/** The program's own variables. Throws `UsedWrongly` for a malformed one. */
export function programConfig(environment: Readonly<Record<string, string | undefined>>): FleetConfig {
  try {
    return readConfig(variables, environment);
  } catch (error) {
    throw new UsedWrongly((error as Error).message);
  }
}
