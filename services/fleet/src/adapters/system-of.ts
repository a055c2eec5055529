/** What stands behind URLs of these schemes, where the scheme does not say it, as OpenTelemetry's registries name it. */
const systems: Readonly<Record<string, string>> = {
  ws: 'pulsar',
  wss: 'pulsar',
  bolt: 'neo4j',
  rediss: 'redis',
  postgres: 'postgresql',
};

/** The system behind a URL, for spans: `qdrant` for `qdrant+https://…`. */
export function systemOf(url: string): string {
  const [scheme = ''] = url.split(/[:+]/, 1);
  return systems[scheme] ?? scheme;
}
