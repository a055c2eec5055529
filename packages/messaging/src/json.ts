import { OperationError } from '@agent-mem/contract';

/** Reads a payload. Throws `invalid-argument`; what the payload says is not repeated in the message. */
export function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch (cause) {
    throw new OperationError('invalid-argument', 'message: must be one JSON object in UTF-8', { cause });
  }
}
