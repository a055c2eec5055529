import type { Tracer } from '@opentelemetry/api';

/** Where spans go. A host without it makes none, and wraps nothing. */
export interface Tracing {
  readonly tracer: Tracer;
  /** What stands behind each port, as OpenTelemetry's registries name it: `pulsar`, `neo4j`, `sqlite` … */
  readonly systems: Readonly<Record<TracedPort, string>>;
  /** Pulsar's tenant in the names of topics. Default `agent-mem`. */
  readonly tenant?: string;
}

/** A port whose operations are spans. */
export type TracedPort = 'bus' | 'graph' | 'searchIndex' | 'keyValue' | 'details';
