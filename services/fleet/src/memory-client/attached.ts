import { kebabCase } from '@agent-mem/contract';
import { credentialHeaders, type Owner } from '../owner.ts';
import { StartFailed } from '../refusal.ts';
import { refusalOfResponse } from '../refusal-of-response.ts';
import type { MemoryClient } from './memory-client.ts';

/** The services of a fleet that runs, over HTTP. Rejects with their `OperationError`, or `StartFailed` if it does not answer. */
export function attachedClient(owner: Owner): MemoryClient {
  const { url } = owner;
  return {
    async call(service, operation, request, { signal, idempotencyKey } = {}) {
      const response = await fetch(`${url}/v1/${service}/${kebabCase(operation)}`, {
        method: 'POST',
        headers: {
          ...credentialHeaders(owner),
          'content-type': 'application/json',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify(request),
        ...(signal && { signal }),
      }).catch((cause: unknown) => {
        throw signal?.aborted ? signal.reason : new StartFailed(`${url} does not answer`, { cause });
      });
      if (!response.ok) throw await refusalOfResponse(response, url);
      // What the gateway answers is what the operation answered.
      return (await response.json()) as never;
    },
  };
}
