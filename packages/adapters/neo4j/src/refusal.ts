import { type ErrorType, OperationError } from '@agent-mem/contract';
import { tlsFailure } from '@agent-mem/runtime';
import neo4j, { type Neo4jError } from 'neo4j-driver';

const tls = { url: 'GRAPH_URL', caFile: 'GRAPH_CA_FILE', certificateFile: null } as const;
const metAnother = ['aborted', 'met another writer'] as const;

/** By the start of the server's code; the first that fits. */
const types: readonly (readonly [code: string, type: ErrorType, meaning: string])[] = [
  ['ServiceUnavailable', 'unavailable', 'cannot be reached'],
  ['SessionExpired', 'unavailable', 'went away'],
  ['ProtocolError', 'unavailable', 'answered with something that is no Bolt'],
  ['Neo.ClientError.Security.Forbidden', 'permission-denied', 'does not let this user do it'],
  ['Neo.ClientError.Security.AuthenticationRateLimit', 'unauthenticated', 'was given wrong credentials too often'],
  ['Neo.ClientError.Security.', 'unauthenticated', 'refuses the credentials (set GRAPH_USER and GRAPH_PASSWORD)'],
  ['Neo.ClientError.Database.DatabaseNotFound', 'failed-precondition', 'does not have this database'],
  ['Neo.ClientError.Transaction.TransactionTimedOut', 'deadline-exceeded', 'took too long'],
  [
    'Neo.DatabaseError.Schema.ConstraintCreationFailed',
    'failed-precondition',
    'holds something twice, as a constraint was missing',
  ],
  // Two commits made the same edge, or one removed what the other had found: the one that lost decides again.
  ['Neo.ClientError.Schema.ConstraintValidationFailed', ...metAnother],
  ['Neo.ClientError.Statement.EntityNotFound', ...metAnother],
  ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', 'resource-exhausted', 'is short of memory'],
  ['Neo.TransientError.Transaction.DeadlockDetected', 'aborted', 'met other writers'],
  ['Neo.TransientError.', 'unavailable', 'cannot do it now'],
];

/** A statement did not find what the one before it had found: a purge was faster. The next try does not find it either. */
export class PurgedMeanwhile extends Error {
  override readonly name = 'PurgedMeanwhile';
}

const lost: ReadonlySet<string> = new Set([neo4j.error.SERVICE_UNAVAILABLE, neo4j.error.SESSION_EXPIRED]);

/** Turns what the driver throws into an error of ours that says which server, what and why, without the credentials. */
export function refusalOf(error: unknown, server: string, secrets: readonly string[]): OperationError {
  if (error instanceof OperationError) return error;
  const { code = '', message } = error as Partial<Neo4jError> & Error;
  const [type, meaning] = error instanceof PurgedMeanwhile ? metAnother : kindOf(code, message);
  const reason = withoutSecrets(reasonOf(error), secrets);
  const cause = new Error(withoutSecrets(`${code} ${message}`, secrets));
  return new OperationError(type, `Neo4j at ${server} ${meaning}: ${reason}`, { cause });
}

/** Whether the driver says that the same transaction may succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof PurgedMeanwhile) return true;
  // The same, where the server says so.
  return error instanceof neo4j.Neo4jError && (error.retryable || error.code === 'Neo.ClientError.Statement.EntityNotFound');
}

/** Whether the connection is gone. */
export function isLost(error: unknown): boolean {
  return error instanceof neo4j.Neo4jError && lost.has(error.code);
}

function kindOf(code: string, message: string): readonly [ErrorType, string] {
  const known = types.find(([start]) => code.startsWith(start));
  if (known) return [known[1], known[2]];
  // The pool's own time-out has no code. Where none of its connections is in use, it waited for the server.
  if (/^Connection acquisition timed out.*Active conn count = 0/s.test(message)) return ['unavailable', 'does not answer'];
  if (/^Connection acquisition timed out/.test(message)) return ['resource-exhausted', 'has no connection free'];
  return ['internal', 'refused a statement'];
}

/** The innermost reason: the driver wraps what the socket says in advice and tables of its own. */
function reasonOf(error: unknown): string {
  let innermost = error as Error;
  while (innermost.cause instanceof neo4j.Neo4jError) innermost = innermost.cause;
  const reason = innermost.message.split('Caused by: ').at(-1) ?? '';
  // The driver's own advice is about its options.
  const [, code = ''] = /Socket responded with: (\w+)/.exec(reason) ?? [];
  return tlsFailure(code, tls) ?? reason.split('\n', 1)[0] ?? '';
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== '').reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}
