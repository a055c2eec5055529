import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import type { Tracing } from '@agent-mem/observability';
import type { Logger } from '@agent-mem/runtime';
import { context } from '@opentelemetry/api';
import { systemOf } from '../adapters/system-of.ts';
import type { FleetConfig } from '../config.ts';
import { UsedWrongly } from '../refusal.ts';
import { hostable } from '../services.ts';
import { samplerOf } from './sampler.ts';
import { watchedExporter } from './watched-exporter.ts';

/** How long stopping waits for the last spans to leave: the host has had its own time to finish, and a supervisor waits for both. */
const flushMs = 3_000;

/** Spans on their way to a collector. Disposing sends what is left, for at most three seconds. */
export interface StartedTracing extends AsyncDisposable {
  readonly tracing: Tracing;
}

/**
 * Starts OpenTelemetry's SDK if an OTLP endpoint is set; `null`, with nothing of it loaded, if not. Throws `UsedWrongly` for what it cannot do.
 * A collector that is down costs a warning in the log and the spans it misses: nobody waits for it.
 */
export async function startTracing(
  config: FleetConfig,
  { names, log }: { readonly names: readonly string[]; readonly log: Logger },
): Promise<StartedTracing | null> {
  const url = tracesUrl(config);
  if (url === null) return null;
  const [sdk, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  // One for the process, which stays: without a span it holds nothing.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const named = resources.resourceFromAttributes({ 'service.name': serviceName(names) });
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const asked = config.OTEL_SERVICE_NAME === '' ? {} : { 'service.name': config.OTEL_SERVICE_NAME };
  const provider = new sdk.TracerProvider({
    resource: named.merge(given).merge(resources.resourceFromAttributes(asked)),
    sampler: samplerOf(sdk, config.OTEL_TRACES_SAMPLER, config.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: watchedExporter(new OTLPTraceExporter({ url }), log) })],
  });
  return {
    tracing: {
      tracer: provider.getTracer('agent-mem'),
      tenant: config.PULSAR_TENANT,
      systems: {
        bus: systemOf(config.BUS_URL),
        graph: systemOf(config.GRAPH_URL),
        searchIndex: systemOf(config.SEARCH_URL),
        keyValue: systemOf(config.KEYVALUE_URL),
        details: systemOf(config.DETAILS_URL),
      },
    },
    async [Symbol.asyncDispose]() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, flushMs);
      // What could not be sent has been logged.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** Where spans go; `null`: nowhere. The endpoint of all signals gets the path of traces, the one of traces is taken as it is. */
function tracesUrl(config: FleetConfig): string | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = config;
  if (config.OTEL_SDK_DISABLED || (all === '' && traces === '')) return null;
  const [name, text] = traces === '' ? ['OTEL_EXPORTER_OTLP_ENDPOINT', all] : ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', traces];
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new UsedWrongly(`${name} must start with http:// or https:// (traces leave as OTLP over HTTP, as a rule on port 4318)`);
  }
  if (traces === '') url.pathname = `${withoutLastSlashes(url.pathname)}/v1/traces`;
  return url.href;
}

/** `agent-mem` for the whole fleet, else with what the process hosts: `agent-mem/facts+gateway`. */
function serviceName(names: readonly string[]): string {
  return names.length === hostable.length ? 'agent-mem' : `agent-mem/${names.join('+')}`;
}
