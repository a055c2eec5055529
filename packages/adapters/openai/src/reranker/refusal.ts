import { type ErrorType, OperationError } from '@agent-mem/contract';
import { unreachable } from '../unreachable.ts';

/** What went wrong on the way, as one of our errors. */
export function failureOf(cause: unknown, signal: AbortSignal): OperationError {
  if (cause instanceof OperationError) return cause;
  if (signal.aborted) return new OperationError('cancelled', 'The request to the reranker was cancelled');
  return new OperationError('unavailable', unreachable('The reranker', 'RERANK_URL', cause), { cause });
}

/** The server answered, but not as a rerank endpoint does. */
export function strangeAnswer(what: string): OperationError {
  return new OperationError('unavailable', `The reranker did not answer as a rerank endpoint does: ${what}`);
}

/** A status other than 2xx. The server's own words are for the log, the key taken out. */
export function refusal(status: number, words: string, apiKey: string): OperationError {
  const [type, sentence] = kindOf(status);
  const clean = (apiKey === '' ? words : words.replaceAll(apiKey, '…')).slice(0, 500);
  return new OperationError(type, `${sentence} (${status})`, { cause: new Error(clean) });
}

function kindOf(status: number): readonly [ErrorType, string] {
  if (status === 429) return ['resource-exhausted', 'The reranker has too much to do, or its quota is used up'];
  if (status === 408 || status >= 500) return ['unavailable', 'The reranker failed'];
  if (status === 401 || status === 403) return ['failed-precondition', 'The reranker does not accept the key'];
  if (status === 404) return ['failed-precondition', 'The reranker does not know the address or the model'];
  return ['failed-precondition', 'The reranker refused the request'];
}
