import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import { addressForm } from '@agent-mem/runtime';

/** Where a Qdrant answers, and by which key. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  /** Path in front of every request's, without a slash at its end; empty: none. */
  readonly path: string;
  /** Empty: none. */
  readonly apiKey: string;
}

const schemes: Readonly<Record<string, boolean>> = { 'qdrant+http:': false, 'qdrant+https:': true };

const { decoded, malformed } = addressForm(
  'must be qdrant+http://host:port or qdrant+https://host:port, with a path if a proxy asks for one',
);

/**
 * Reads `qdrant+http://host:port` or `qdrant+https://` for TLS, with the API key as password if it stands there. Throws
 * `invalid-argument`; the message never repeats what may hold a key.
 */
export function addressOf(text: string): Address {
  const scheme = /^[^/]*/.exec(text)?.[0] ?? '';
  const isEncrypted = Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
  // As http, since a URL of any other scheme is not taken apart the same way everywhere.
  const url = isEncrypted === undefined ? null : URL.parse(`http${text.slice(scheme.length - 1)}`);
  if (isEncrypted === undefined || !url || url.search || url.hash) throw malformed();
  return {
    host: url.hostname,
    // A URL leaves out the port that is usual for its scheme.
    port: url.port ? Number(url.port) : writtenPort(text),
    isEncrypted,
    path: withoutLastSlashes(url.pathname),
    apiKey: decoded(url.password),
  };
}

/** The port of a URL that leaves out its own default; Qdrant's when it names none. */
function writtenPort(text: string): number {
  return /^[^/]*\/\/[^/]*:80(\/|$)/.test(text) ? 80 : 6333;
}
