import { type ErrorType, OperationError } from '@agent-mem/contract';
import { tlsFailure } from '@agent-mem/runtime';

/** What a failure is, in words without a credential. */
export type Meaning = readonly [type: ErrorType, reason: string];

const credentials: Meaning = [
  'unauthenticated',
  'user or password is missing or wrong (set KEYVALUE_USER and KEYVALUE_PASSWORD)',
];
const notNow: Meaning = ['unavailable', 'it cannot serve this now'];

const tls = { url: 'KEYVALUE_URL', caFile: 'KEYVALUE_CA_FILE', certificateFile: null } as const;

/** Redis has fewer databases than the URL names: a client that goes on nevertheless reads and writes database 0. */
export const noDatabase: Meaning = ['failed-precondition', 'it has no database of the number in KEYVALUE_URL'];

/** What the first word of Redis's error replies means. */
const replies: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['NOAUTH', credentials],
  ['WRONGPASS', credentials],
  ['NOPERM', ['permission-denied', 'its user may not: grant it the keys and EVAL, EVALSHA, SCAN, INFO']],
  ['OOM', ['resource-exhausted', 'its memory is full']],
  ['MISCONF', ['unavailable', 'it cannot write to its disk']],
  ['READONLY', ['unavailable', 'it is a replica']],
  ['LOADING', ['unavailable', 'it still loads its data']],
  ['BUSY', ['unavailable', 'a script keeps it busy']],
  ['CLUSTERDOWN', ['unavailable', 'some of its slots have no node']],
  ['MASTERDOWN', notNow],
  ['TRYAGAIN', notNow],
  ['UNBLOCKED', notNow],
  ['NOREPLICAS', notNow],
]);

/** What a failure of the client means for `what` ("set"). Whether a repeat may help follows from the type. */
export function refusalOf(cause: unknown, what: string, whereabouts: string): OperationError {
  if (cause instanceof OperationError) return cause;
  const [type, reason] = meaningOf(cause);
  return new OperationError(type, `Redis at ${whereabouts} did not ${what}: ${reason}`, { cause: withoutArguments(cause) });
}

/** The connection was lost, or there was none: whether the command was carried out is not known. */
export function isConnectionLoss(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return !isReply(cause) && !/timed out/.test(cause.message);
}

/** It was refused before it was sent: repeating it does nothing twice. */
export function wasNotSent(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('enableOfflineQueue options is false');
}

/** What a failure of the client means. */
export function meaningOf(cause: unknown): Meaning {
  if (!(cause instanceof Error)) return ['internal', 'the log tells why'];
  const [word = ''] = cause.message.split(' ');
  const known = replies.get(word);
  if (known) return known;
  if (isReply(cause) && cause.command?.name === 'select') return noDatabase;
  if (isReply(cause)) return ['internal', `it answered ${word}`];
  if (/timed out|timeout/i.test(cause.message)) return ['deadline-exceeded', 'no answer in time'];
  const { code } = cause as NodeJS.ErrnoException;
  const last = 'lastNodeError' in cause ? cause.lastNodeError : undefined;
  if (last instanceof Error) return meaningOf(last);
  if (code === undefined) return ['unavailable', 'the connection was lost'];
  return ['unavailable', tlsFailure(code, tls) ?? `it cannot be reached (${code})`];
}

/** A refusal of Redis itself, with the command that it refused. */
interface Reply extends Error {
  readonly command?: { readonly name: string };
}

function isReply(cause: Error): cause is Reply {
  return cause.name === 'ReplyError';
}

/** The client hangs the command with its arguments on its errors: content of a memory, or a password. Only the sentence stays. */
function withoutArguments(cause: unknown): unknown {
  return cause instanceof Error ? new Error(cause.message) : cause;
}
