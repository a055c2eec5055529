import { OperationError } from '@agent-mem/contract';
import { addressForm } from '@agent-mem/runtime';

/** Where a PostgreSQL answers, and who asks. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly isEncrypted: boolean;
}

/** How the URL says whether to speak TLS. A connection with TLS also checks the server's certificate. */
const sslModes: ReadonlyMap<string, boolean> = new Map([
  ['disable', false],
  ['require', true],
  ['verify-ca', true],
  ['verify-full', true],
]);

const { decoded, malformed } = addressForm(
  'must be postgres://host:port/database, with user:password@ and ?sslmode=disable|verify-full',
);

/**
 * Reads `postgres://user:password@host:port/database?sslmode=verify-full`, `postgresql:` likewise. Throws `invalid-argument`; the
 * message never repeats what may hold a password.
 */
export function addressOf(url: string): Address {
  const parsed = URL.parse(url);
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.hostname === '') throw malformed();
  const { sslmode = 'disable', ...unknown } = Object.fromEntries(parsed.searchParams);
  const isEncrypted = sslModes.get(sslmode);
  if (isEncrypted === undefined) {
    throw new OperationError('invalid-argument', `sslmode must be one of ${[...sslModes.keys()].join(', ')}`);
  }
  if (Object.keys(unknown).length > 0) throw new OperationError('invalid-argument', 'after the ? only sslmode is taken');
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(parsed.port || 5432),
    database: decoded(parsed.pathname.slice(1)) || 'agent_mem',
    user: decoded(parsed.username),
    password: decoded(parsed.password),
    isEncrypted,
  };
}
