import type { Logger } from '@agent-mem/runtime';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

/** The exporter, which says once in the log that it cannot send and once that it can again; between the two it counts. */
export function watchedExporter(exporter: SpanExporter, log: Logger): SpanExporter {
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) {
          if (lost === 0) log.warn({ reason: reasonOf(result.error) }, 'traces cannot be sent; they are dropped until they can');
          lost += spans.length;
        } else if (lost > 0) {
          log.info({ lost }, 'traces are sent again');
          lost = 0;
        }
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** A connection that was refused on all of a name's addresses tells it only by its code. */
function reasonOf(error: Error & { readonly code?: unknown }): string {
  return error.message || String(error.code ?? error.name);
}
