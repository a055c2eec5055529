import { OperationError } from '@agent-mem/contract';

/** Reads JSON text that a service has sent inside a message; `null` when there is none. Throws `internal` that names the member. */
export function readJsonText(json: string | null, path: string): unknown {
  if (json === null || json === '') return null;
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new OperationError('internal', `${path}: must be JSON text`, { cause });
  }
}
