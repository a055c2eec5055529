import { registerHooks } from 'node:module';

/* Prints the modules under a name that a fleet loads; the fleet goes by the environment's variables. */

const [wanted = ''] = process.argv.slice(2);
const loaded = new Set<string>();
registerHooks({
  load(url, context, next) {
    const at = url.lastIndexOf(wanted);
    if (at >= 0) loaded.add(url.slice(at + wanted.length));
    return next(url, context);
  },
});

// Loaded behind the hooks, which see what it imports too.
const { startFleet } = await import('@agent-mem/testing');
const { OTEL_EXPORTER_OTLP_ENDPOINT = '' } = process.env;
{
  await using _ = await startFleet({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT } });
}
console.log([...loaded].sort().join('\n'));
process.exit(0);
