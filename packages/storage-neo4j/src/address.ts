import { OperationError } from '@agent-mem/contract';

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

/** What may be given beside the URL. */
export interface AddressOptions {
  readonly user?: string;
  readonly password?: string;
  readonly caFile?: string;
}

const schemes: ReadonlySet<string> = new Set(['neo4j', 'neo4j+s', 'neo4j+ssc', 'bolt', 'bolt+s', 'bolt+ssc']);

/** Reads `neo4j[+s]://[user[:password]@]host[:port][/database]`; what the URL says wins. Throws `invalid-argument`, never with the password. */
export function readAddress(url: string, options: AddressOptions = {}): Address {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const scheme = parsed?.protocol.slice(0, -1) ?? '';
  if (!parsed?.hostname || !schemes.has(scheme)) {
    throw new OperationError(
      'invalid-argument',
      `A graph on Neo4j needs a URL like neo4j://host:7687, with one of ${[...schemes]}`,
    );
  }
  const user = decoded(parsed.username) || options.user;
  const password = decoded(parsed.password) || (options.password ?? '');
  const caFile = options.caFile || null;
  // The driver takes encryption either from the scheme or from its settings; with authorities of our own it is the settings.
  const [plain = scheme] = scheme.split('+');
  return {
    url: `${caFile === null ? scheme : plain}://${parsed.host}${parsed.search}`,
    database: decoded(parsed.pathname.slice(1)) || null,
    credentials: user ? { user, password } : null,
    caFile,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
