import type { Operation } from '../connection.ts';
import { failureOf } from './failure-of.ts';
import type { HttpCall } from './http-call.ts';
import { reached } from './reached.ts';

/** What one try of a call differs in. */
export interface Try {
  readonly accept: 'application/json' | 'text/event-stream';
  readonly signal: AbortSignal;
}

/** Sends one try of a call and resolves with a response of success. Rejects with a `MemoryError` that says whether another try may help. */
export async function send(
  { service, operation }: Operation,
  request: object,
  call: HttpCall,
  { accept, signal }: Try,
): Promise<Response> {
  const { address, limit, key } = call;
  const response = await reached(address.url, () =>
    (address.fetch ?? fetch)(`${address.url}/v1/${service}/${operation.replaceAll('_', '-')}`, {
      method: 'POST',
      headers: {
        accept,
        'content-type': 'application/json',
        'idempotency-key': key,
        'x-timeout-ms': String(Math.ceil(limit.leftMs())),
        ...(address.key === undefined ? {} : { authorization: `Bearer ${address.key}` }),
      },
      body: JSON.stringify(request),
      redirect: 'manual',
      signal,
    }),
  );
  if (response.ok) return response;
  throw await failureOf(response, address.url);
}
