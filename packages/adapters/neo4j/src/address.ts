import { OperationError } from '@agent-mem/contract';
import { addressForm } from '@agent-mem/runtime';

/** Where a server is and how to log in, read from a URL and what is given beside it. */
export interface Address {
  /** As the driver takes it: no credentials, no database. */
  readonly url: string;
  /** `null`: the user's home database. */
  readonly database: string | null;
  /** `null`: the server asks nobody who they are. */
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** TLS by a PEM file of the authorities to trust; `null`: as the scheme says. */
  readonly caFile: string | null;
}

/** What may be given beside the URL, and then wins over it; empty: not given. */
export interface AddressOptions {
  readonly user?: string;
  readonly password?: string;
  readonly caFile?: string;
}

const schemes: ReadonlySet<string> = new Set(['neo4j', 'neo4j+s', 'neo4j+ssc', 'bolt', 'bolt+s', 'bolt+ssc']);

const { decoded, malformed } = addressForm(
  'must be neo4j://host:port, or neo4j+s, bolt or bolt+s, with /database and user:password@ where they are needed',
);

/** Reads `neo4j://user:password@host:port/database`, or with `+s` for TLS. Throws `invalid-argument`; the message never repeats what may hold a password. */
export function readAddress(url: string, options: AddressOptions = {}): Address {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const scheme = parsed?.protocol.slice(0, -1) ?? '';
  if (!parsed?.hostname || !schemes.has(scheme) || parsed.hash || !/^(\/[^/]*)?$/.test(parsed.pathname)) throw malformed();
  const caFile = options.caFile || null;
  if (caFile !== null && scheme.endsWith('+ssc')) {
    throw new OperationError('invalid-argument', '+ssc trusts any certificate; use +s where a CA file is given');
  }
  const user = options.user || decoded(parsed.username);
  const password = options.password || decoded(parsed.password);
  // The driver takes encryption either from the scheme or from its settings; with authorities of our own it is the settings.
  const [plain = scheme] = scheme.split('+');
  return {
    url: `${caFile === null ? scheme : plain}://${parsed.host}${parsed.search}`,
    database: decoded(parsed.pathname.slice(1)) || null,
    credentials: user ? { user, password } : null,
    caFile,
  };
}
