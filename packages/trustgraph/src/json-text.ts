import { type ErrorType, OperationError } from '@agent-mem/contract';

/** Reads JSON text that a service has sent inside a message; `null` when there is none. Throws `internal` that names the member. */
export function readJsonText(json: string | null, path: string): unknown {
  return json === null || json === '' ? null : jsonIn(json, path, 'internal');
}

/** Reads JSON text. Throws an error of this type that names the member. */
export function jsonIn(text: string, path: string, type: ErrorType): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperationError(type, `${path}: must be JSON text`, { cause });
  }
}
