import {
  type Init,
  kebabCase,
  OperationError,
  type OperationName,
  type RequestOf,
  type ResponseOf,
  type ServiceName,
} from '@agent-mem/contract';

/** What a request may take on a machine that has other things to do. */
const patienceMs = 60_000;

/** Asks over REST as any HTTP client would; throws the `OperationError` that the answer tells, and whatever `fetch` throws when there is none. */
export async function rest<Service extends ServiceName, Operation extends OperationName<Service>>(
  url: string,
  service: Service,
  operation: Operation,
  request: Init<RequestOf<Service, Operation>>,
  options: { readonly idempotencyKey?: string; readonly timeoutMs?: number } = {},
): Promise<ResponseOf<Service, Operation>> {
  const { timeoutMs = patienceMs } = options;
  const response = await fetch(`${url}/v1/${service}/${kebabCase(operation)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      'x-timeout-ms': String(timeoutMs),
    },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(timeoutMs + 5_000),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw OperationError.fromWire((answer as Refusal).error);
  return answer as ResponseOf<Service, Operation>;
}

interface Refusal {
  readonly error: ReturnType<OperationError['toWire']>;
}
