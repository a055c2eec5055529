import { type ErrorType, OperationError } from '@agent-mem/contract';
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';

/** A refusal or failure of the server as one of our errors. Its own words are for the log, the key taken out. */
export function failureOf(cause: unknown, apiKey: string, signal: AbortSignal): OperationError {
  const own = ownError(cause);
  if (own) return own;
  if (signal.aborted || cause instanceof APIUserAbortError)
    return new OperationError('cancelled', 'The request to the model was cancelled');
  const [type, sentence] = kindOf(cause);
  return new OperationError(type, sentence, { cause: new Error(wordsOf(cause, apiKey)) });
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

function kindOf(cause: unknown): readonly [ErrorType, string] {
  if (cause instanceof APIConnectionTimeoutError) return ['deadline-exceeded', "The model's server did not answer in time"];
  const status = cause instanceof APIError ? cause.status : undefined;
  if (status === undefined) return ['unavailable', "The model's server cannot be reached, or broke off"];
  if (status === 429) return ['resource-exhausted', "The model's server has too much to do, or its quota is used up (429)"];
  if (status === 408 || status === 409 || status >= 500) return ['unavailable', `The model's server failed (${status})`];
  if (status === 401 || status === 403) return ['failed-precondition', `The model's server does not accept the key (${status})`];
  if (status === 404) return ['failed-precondition', "The model's server does not know the address or the model (404)"];
  return ['failed-precondition', `The model's server refused the request (${status})`];
}

function wordsOf(cause: unknown, apiKey: string): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  const clean = apiKey === '' ? words : words.replaceAll(apiKey, '…');
  return clean.replace(/\b(?:sk|key|Bearer)[-_ ][\w*.-]+/g, '…').slice(0, 500);
}
