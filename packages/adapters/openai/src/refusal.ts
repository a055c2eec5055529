import { type ErrorType, OperationError } from '@agent-mem/contract';
import { ModelNotUsable } from '@agent-mem/llm';
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { unreachable } from './unreachable.ts';

/** A refusal or failure of the server as one of our errors. Its own words are for the log, the key taken out. */
export function failureOf(cause: unknown, apiKey: string, signal: AbortSignal): OperationError {
  const own = ownError(cause);
  if (own) return own;
  if (signal.aborted || cause instanceof APIUserAbortError)
    return new OperationError('cancelled', 'The request to the model was cancelled');
  const words = new Error(wordsOf(cause, apiKey));
  const noUse = whyNotUsable(cause);
  if (noUse !== null) return new ModelNotUsable(noUse, { cause: words });
  const [type, sentence] = kindOf(cause);
  const retryAfterMs = cause instanceof APIError ? retryAfterOf(cause.headers) : null;
  const when = retryAfterMs === null ? '' : `; ask again in ${Math.ceil(retryAfterMs / 1_000)} s`;
  return new OperationError(type, `${sentence}${when}`, { retryAfterMs, cause: words });
}

/** When a server wants to be asked again, in milliseconds from now; `null`: it does not say. */
export function retryAfterOf(headers: Headers | undefined, now: number = Date.now()): number | null {
  const after = headers?.get('retry-after') ?? '';
  const ms = /^\s*[\d.]+\s*$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** What `boundedFetch` refuses reaches us as the cause of the client's own error. */
function ownError(cause: unknown): OperationError | null {
  for (let error = cause; error instanceof Error; error = error.cause) if (error instanceof OperationError) return error;
  return null;
}

/** The server answered, but not as its API promises. */
export function strangeAnswer(what: string): OperationError {
  return new OperationError('unavailable', `The model's server did not answer as OpenAI's API does: ${what}`);
}

/** A failure that the server reports in what it answers under the status 200, as the client throws those of streams. */
export function reportedFailure(error: object): APIError {
  return new APIError(undefined, error, undefined, undefined);
}

/** Why the server refuses every request until an operator acts; `null`: it does not. */
function whyNotUsable(cause: unknown): string | null {
  if (!(cause instanceof APIError)) return null;
  // Under the status of a server that has too much to do, but it lasts.
  if ([cause.code, cause.type].includes('insufficient_quota'))
    return "The quota at the model's server is used up (insufficient_quota)";
  const status = statusOf(cause);
  if (status === 401) return "The model's server does not accept the key (401)";
  if (status === 402) return "The model's server asks for payment (402)";
  return status === 404 ? "The model's server does not know the address or the model (404)" : null;
}

function kindOf(cause: unknown): readonly [ErrorType, string] {
  if (cause instanceof APIConnectionTimeoutError) return ['deadline-exceeded', "The model's server did not answer in time"];
  const status = cause instanceof APIError ? statusOf(cause) : undefined;
  if (status === null) return ['unavailable', "The model's server reported an error"];
  if (status === undefined) return ['unavailable', unreachable("The model's server", 'LLM_URL or EMBEDDINGS_URL', cause)];
  if (status === 429) return ['resource-exhausted', "The model's server has too much to do, or its quota is used up (429)"];
  if (status === 408 || status === 409 || status >= 500) return ['unavailable', `The model's server failed (${status})`];
  // Some filters answer so to a single text.
  if (status === 403) return ['failed-precondition', "The model's server does not accept the key, or the request (403)"];
  if (status === 413 || tooManyTokens.test(wordsOf(cause))) return ['failed-precondition', tooLongPrompt(status)];
  return ['failed-precondition', `The model's server refused the request (${status})`];
}

/** An error that is reported under the status 200 has a status of its own; `null`: it has none. `undefined`: no answer came. */
function statusOf({ status, error, code, type }: APIError): number | null | undefined {
  if (status !== undefined || error === undefined) return status;
  const own = Number(code);
  if (own >= 400 && own < 600) return own;
  return type === 'invalid_request_error' ? 400 : null;
}

/** Words of a server whose model reads fewer tokens than it was sent. */
const tooManyTokens = /context[_ ](?:length|size|window)|maximum context|too many tokens/i;

function tooLongPrompt(status: number): string {
  return `The prompt has more tokens than the model reads (${status}): have its server give it a longer context, or lower MEMORY_CONTEXT_TOKENS and WORKING_MEMORY_THRESHOLD`;
}

function wordsOf(cause: unknown, apiKey = ''): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  const clean = apiKey === '' ? words : words.replaceAll(apiKey, '…');
  return clean.replace(/\b(?:sk|key|Bearer)[-_ ][\w*.-]+/g, '…').slice(0, 500);
}
