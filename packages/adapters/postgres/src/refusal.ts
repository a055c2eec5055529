import { type ErrorType, OperationError } from '@agent-mem/contract';
import { tlsFailure } from '@agent-mem/runtime';

type Meaning = readonly [type: ErrorType, reason: string];

/** Why a database that answers cannot be used. */
export const readOnly = 'it is read-only: a replica, or on its way to be one';
const lost = 'the connection was lost';
const unreachable = 'it cannot be reached';
const tls = { url: 'DETAILS_URL', caFile: 'DETAILS_CA_FILE', certificateFile: null } as const;

const wrongLogin: Meaning = ['unauthenticated', 'user or password is missing or wrong (set DETAILS_USER and DETAILS_PASSWORD)'];

/** What a SQLSTATE means; the longest beginning that is listed counts. */
const states: readonly (readonly [beginning: string, meaning: Meaning])[] = [
  ['57014', ['deadline-exceeded', 'it took too long']],
  ['57P', ['unavailable', 'it is starting or stopping']],
  ['53', ['resource-exhausted', 'it has no connection, memory or disk left for this']],
  ['40', ['aborted', 'another changed the same at the same moment']],
  ['55P03', ['aborted', 'another holds what this changes']],
  ['25006', ['unavailable', readOnly]],
  ['25P', ['unavailable', 'it ended the transaction']],
  ['28P01', wrongLogin],
  [
    '28',
    [
      'unauthenticated',
      'it lets in no such user, host or connection without TLS: check DETAILS_USER, DETAILS_PASSWORD and sslmode',
    ],
  ],
  ['3D', ['failed-precondition', 'there is no such database: create it']],
  ['42501', ['permission-denied', 'its user may not: grant it the tables, and CREATE on the schema for the first start']],
  ['42P01', ['unavailable', 'its tables are gone']],
  [
    '42P07',
    [
      'failed-precondition',
      'a table agent_memories is there that agent-mem did not make: give it a database or schema of its own',
    ],
  ],
  ['22', ['invalid-argument', 'it takes no such text: too long, of another form, or with a zero character']],
  ['08', ['unavailable', lost]],
  ['58', ['unavailable', 'it has trouble with its disk']],
];

/** What a failure of the client means for `what` ("put"). Whether a repeat may help follows from the type. */
export function refusalOf(cause: unknown, what: string, whereabouts: string): OperationError {
  if (cause instanceof OperationError) return cause;
  const [type, reason] = meaningOf(cause);
  return new OperationError(type, `PostgreSQL at ${whereabouts} did not ${what}: ${reason}`, { cause: withoutContent(cause) });
}

/** The connection was lost or could not be made for now, or the server says so itself: it may be there the next moment. */
export function isConnectionLoss(cause: unknown): boolean {
  const state = stateOf(cause);
  if (state !== null) return /^(08|57P|53300)/.test(state);
  if (!(cause instanceof Error) || cause instanceof OperationError) return false;
  return [lost, unreachable].some((reason) => meaningOf(cause)[1].startsWith(reason));
}

/** The server refused and goes on: the connection is as good as before. */
export function isServersOwn(cause: unknown): boolean {
  return stateOf(cause) !== null && !isConnectionLoss(cause);
}

/** The tables went away: a database was made anew. */
export function isWithoutTables(cause: unknown): boolean {
  return stateOf(cause) === '42P01';
}

function meaningOf(cause: unknown): Meaning {
  const state = stateOf(cause);
  if (state !== null) {
    return states.find(([beginning]) => state.startsWith(beginning))?.[1] ?? ['internal', `it answered SQLSTATE ${state}`];
  }
  if (!(cause instanceof Error)) return ['internal', 'the log tells why'];
  if (isLate(cause)) return ['deadline-exceeded', 'no answer in time'];
  const { code } = cause as NodeJS.ErrnoException;
  if (cause.message.includes('does not support SSL'))
    return ['unavailable', 'it speaks no TLS: set sslmode=disable, or give it TLS'];
  if (/password|SASL/.test(cause.message)) return wrongLogin;
  if (code === undefined) return ['unavailable', lost];
  return ['unavailable', tlsFailure(code, tls) ?? `${unreachable} (${code})`];
}

function isLate(cause: Error): boolean {
  return /timeout|timed out/i.test(cause.message);
}

/** The five letters of the server's own errors; the client's have none. */
function stateOf(cause: unknown): string | null {
  if (!(cause instanceof Error) || !('severity' in cause) || !('code' in cause)) return null;
  return typeof cause.code === 'string' ? cause.code : null;
}

/** The server's errors may quote what was stored: for the log only the state and the place are stored. */
function withoutContent(cause: unknown): unknown {
  const state = stateOf(cause);
  if (!(cause instanceof Error)) return cause;
  if (state === null) return new Error(cause.message);
  const { table, constraint, routine } = cause as { table?: string; constraint?: string; routine?: string };
  return new Error(['SQLSTATE', state, table, constraint, routine].filter(Boolean).join(' '));
}
