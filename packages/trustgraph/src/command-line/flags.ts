import { OperationError } from '@agent-mem/contract';

/** A flag of TrustGraph's processors. */
export interface ProcessorFlag {
  /** Without dashes; the first is its long name. */
  readonly names: readonly string[];
  /** The variable it sets. Absent: it is taken and has no meaning here. */
  readonly variable?: string;
  /** TrustGraph's own variable for it, which the flag wins over. */
  readonly environment?: string;
  /** What it sets without a value of its own: a switch. */
  readonly value?: string;
  /** Turns what was given into what the variable holds. Throws `invalid-argument` that names the flag. */
  readonly read?: (given: string) => string;
}

const levels: Readonly<Record<string, string>> = {
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
};

/**
 * Every flag of TrustGraph's agents but `--pulsar-admin-url`, which is the fleet's own too. More than one has its place here only so that a start is
 * not refused.
 */
export const processorFlags: readonly ProcessorFlag[] = [
  { names: ['id'], variable: 'TRUSTGRAPH_ID' },
  { names: ['pubsub-backend'], environment: 'PUBSUB_BACKEND', read: pulsarOnly },
  { names: ['pulsar-host', 'p'], variable: 'TRUSTGRAPH_PULSAR_URL', environment: 'PULSAR_HOST', read: pulsarUrl },
  { names: ['pulsar-api-key'], variable: 'TRUSTGRAPH_PULSAR_TOKEN', environment: 'PULSAR_API_KEY' },
  { names: ['pulsar-listener'], variable: 'TRUSTGRAPH_PULSAR_LISTENER' },
  { names: ['config-push-queue'], variable: 'TRUSTGRAPH_CONFIG_PUSH_QUEUE' },
  { names: ['config-timeout'], variable: 'TRUSTGRAPH_CONFIG_TIMEOUT_SECONDS', read: atLeastOne('config-timeout') },
  { names: ['concurrency'], variable: 'TRUSTGRAPH_CONCURRENCY', read: atLeastOne('concurrency') },
  { names: ['config-type'], variable: 'TRUSTGRAPH_CONFIG_TYPE' },
  { names: ['max-iterations'], variable: 'MAX_ITERATIONS', read: atLeastOne('max-iterations') },
  { names: ['metrics-port', 'P'], variable: 'HTTP_PORT', read: atLeastOne('metrics-port') },
  // Health and metrics share a port that is always open.
  { names: ['metrics'], value: 'true' },
  { names: ['no-metrics'], value: 'false' },
  { names: ['log-level', 'l'], variable: 'LOG_LEVEL', read: logLevel },
  { names: ['loki-enabled'], value: 'true' },
  { names: ['no-loki-enabled'], value: 'false' },
  ...['loki-url', 'loki-username', 'loki-password', 'librarian-timeout', 'prompt-timeout'].map((name) => ({ names: [name] })),
  ...['host', 'port', 'username', 'password', 'vhost'].map((name) => ({ names: [`rabbitmq-${name}`] })),
  ...['bootstrap-servers', 'security-protocol', 'sasl-mechanism', 'sasl-username', 'sasl-password'].map((name) => {
    return { names: [`kafka-${name}`] };
  }),
];

function pulsarOnly(given: string): string {
  if (given === 'pulsar') return given;
  throw new OperationError('invalid-argument', `--pubsub-backend (PUBSUB_BACKEND): must be pulsar, got ${given}`);
}

function pulsarUrl(given: string): string {
  if (/^(pulsar|pulsar\+ssl|ws|wss):\/\/[^/\s]+/.test(given)) return given;
  const must = 'must be pulsar://host:port, pulsar+ssl://…, ws://… or wss://…';
  throw new OperationError('invalid-argument', `--pulsar-host (PULSAR_HOST): ${must}, got ${given}`);
}

function atLeastOne(name: string): (given: string) => string {
  return (given) => {
    if (/^[0-9]+$/.test(given) && Number(given) >= 1) return String(Number(given));
    throw new OperationError('invalid-argument', `--${name}: must be a whole number from 1, got ${given}`);
  };
}

/** Python's names in ours; the program refuses what is neither. */
function logLevel(given: string): string {
  const level = given.toLowerCase();
  return Object.hasOwn(levels, level) ? (levels[level] ?? given) : given;
}
