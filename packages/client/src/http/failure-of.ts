import { type ErrorType, errorTypes } from '@agent-mem/contract/error';
import { camelCase } from '../camel-case.ts';
import { MemoryError } from '../memory-error.ts';

/** An error as the fleet writes it. */
export interface WireError {
  readonly type: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** What a status says where something else than the fleet answered. */
const typeOfStatus: Readonly<Record<number, ErrorType>> = {
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  413: 'out-of-range',
  429: 'resource-exhausted',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The failure that a response tells of, by the fleet or by something before it. */
export async function failureOf(response: Response, url: string): Promise<MemoryError> {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = seconds >= 0 ? seconds * 1_000 : null;
  const error = wireError(await response.text().catch(() => ''));
  if (error) return memoryError(error, retryAfterMs);
  const type = typeOfStatus[response.status] ?? 'internal';
  const retryable = response.status === 429 || type === 'unavailable';
  return new MemoryError(type, `${url} answered ${response.status} and no error of a fleet`, { retryable, retryAfterMs });
}

/** The error as a program meets it: operations are called as it calls them. */
export function memoryError({ type, message, retryable }: WireError, retryAfterMs: number | null = null): MemoryError {
  const words = message.replace(
    /POST \/v1\/([a-z-]+)\/([a-z-]+)/g,
    (_route, service: string, operation: string) => `memory.${camelCase(service)}.${camelCase(operation)}`,
  );
  return new MemoryError(errorTypes.find((known) => known === type) ?? 'internal', words, { retryable, retryAfterMs });
}

function wireError(body: string): WireError | null {
  try {
    const { error } = JSON.parse(body);
    return typeof error?.message === 'string' ? error : null;
  } catch {
    return null;
  }
}
