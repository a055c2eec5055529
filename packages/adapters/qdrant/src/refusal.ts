import { type ErrorType, OperationError } from '@agent-mem/contract';
import { failureCode, tlsFailure } from '@agent-mem/runtime';

type Meaning = readonly [type: ErrorType, reason: string];

/** What HTTP statuses mean; of others the number stands. */
const statuses: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [401, ['unauthenticated', 'its API key is missing or wrong (set SEARCH_API_KEY)']],
  [403, ['permission-denied', 'its API key may not do this (set SEARCH_API_KEY to one that may write)']],
  [408, ['deadline-exceeded', 'it gave up in its own time limit']],
  [409, ['already-exists', 'it is there already']],
  [429, ['resource-exhausted', 'it has too much to do']],
  [502, ['unavailable', 'what stands before it cannot reach it']],
  [503, ['unavailable', 'it cannot serve this now']],
  [504, ['deadline-exceeded', 'what stands before it got no answer in time']],
]);

/** What a failure of the client means for `what` ("search"). Whether a repeat may help follows from the type. */
export function refusalOf(cause: unknown, what: string, whereabouts: string): OperationError {
  if (cause instanceof OperationError) return cause;
  const [type, reason] = meaningOf(cause);
  return new OperationError(type, `Qdrant at ${whereabouts} did not ${what}: ${reason}`, { cause: withoutRequest(cause) });
}

/** Asking again at once may help: the connection failed, or Qdrant is only busy. Everything that is asked of it may be asked twice. */
export function isPassing(cause: unknown): boolean {
  const status = statusOf(cause);
  if (status !== null) return [429, 502, 503].includes(status);
  return meaningOf(cause)[0] === 'unavailable' && !tlsReason(cause);
}

function meaningOf(cause: unknown): Meaning {
  const status = statusOf(cause);
  if (status !== null) {
    const known = statuses.get(status);
    if (known) return known;
    const detail = `HTTP ${status}${serverReason(cause)}`;
    if (status === 404 || isIndexMissing(detail)) return ['not-found', `it answered ${detail}`];
    return [status >= 500 ? 'unavailable' : 'internal', `it answered ${detail}`];
  }
  if (!(cause instanceof Error)) return ['internal', 'the log tells why'];
  if (cause.name === 'TimeoutError') return ['deadline-exceeded', 'no answer in time'];
  if (cause.name === 'AbortError') return ['cancelled', 'the caller waits no more'];
  if (cause instanceof SyntaxError) return ['unavailable', 'its answer is no JSON (is it Qdrant?)'];
  const tls = tlsReason(cause);
  if (tls) return ['unavailable', tls];
  const code = failureCode(cause);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return ['unavailable', 'it cannot be reached (no connection in time)'];
  return ['unavailable', code ? `it cannot be reached (${code})` : 'the connection was lost'];
}

function statusOf(cause: unknown): number | null {
  // The client is two packages; the class of its errors is not exported by the one that is used.
  if (!(cause instanceof Error)) return null;
  if ('status' in cause && typeof cause.status === 'number') return cause.status;
  return cause.name === 'QdrantClientResourceExhaustedError' ? 429 : null;
}

/** The sentence of the server's answer. What it says of a request's members is left out: it may repeat the content of a memory. */
function serverReason(cause: unknown): string {
  const data: unknown = cause instanceof Error && 'data' in cause ? cause.data : null;
  const text = JSON.stringify(data) ?? '';
  const [, reason = ''] = /"error":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return reason === '' || /JSON body/.test(reason) ? '' : ` (${reason.slice(0, 200)})`;
}

/** A facet and an order need the index of their member, and a server in strict mode asks for that of each filter. */
function isIndexMissing(detail: string): boolean {
  return /^HTTP 400 .*(No \w+ index for|Index required but not found)/.test(detail);
}

function tlsReason(cause: unknown): string | null {
  return tlsFailure(failureCode(cause) ?? '', { url: 'SEARCH_URL', caFile: 'SEARCH_CA_FILE', certificateFile: null });
}

/** The client's errors may hold the request: a key, or content of a memory. Only the sentence stays. */
function withoutRequest(cause: unknown): unknown {
  return cause instanceof Error ? new Error(cause.message.slice(0, 200)) : cause;
}
