import { type ErrorType, OperationError } from '@agent-mem/contract';

const types: Readonly<Record<number, ErrorType>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  405: 'failed-precondition',
  409: 'already-exists',
  412: 'failed-precondition',
  422: 'invalid-argument',
  429: 'resource-exhausted',
  501: 'unimplemented',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** What an answer other than 2xx means. `asked` is method and path. */
export function refusalOf(status: number, asked: string, body: string): OperationError {
  const reason = reasonIn(body);
  return new OperationError(
    types[status] ?? 'internal',
    `Pulsar refused ${asked}: HTTP ${status}${reason === '' ? '' : `, ${reason}`}${cure(status)}`,
  );
}

/** Brokers answer `{"reason":"…"}`, or a page of Jetty's. */
function reasonIn(body: string): string {
  try {
    const { reason } = JSON.parse(body) as { reason?: unknown };
    return typeof reason === 'string' ? reason.trim() : '';
  } catch {
    return body.startsWith('<') ? '' : body.trim();
  }
}

/** Pulsar answers 401 also to a role that it knows, and that may not do what it asked for. */
function cure(status: number): string {
  return status === 401 || status === 403 ? ' (set PULSAR_TOKEN to a valid token of a role that may do this)' : '';
}

/** The answer; `null` where the broker answers with an error of this type. */
export async function unless<Answer>(type: ErrorType, answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OperationError && error.type === type) return null;
    throw error;
  }
}
