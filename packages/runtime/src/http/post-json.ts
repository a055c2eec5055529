import { OperationError } from '@agent-mem/contract';
import { patientFetch } from './patient-fetch.ts';

/** What one POST to a service of somebody else has. */
export interface PostOptions {
  /** What the service is called in an error: `The summariser`. The address may have a secret in it, so no error names it. */
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a text of JSON and resolves with the response, whatever its status is; the caller reads the body, or cancels it. Redirects are not followed: what is
 * sent is for that address alone. Rejects with `unavailable` where there is no response in time.
 */
export async function postJson(url: string, body: string, { what, headers, timeoutMs, signal }: PostOptions): Promise<Response> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await patientFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, late]),
    });
  } catch (cause) {
    const reason = late.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached';
    throw new OperationError('unavailable', `${what} ${reason}`, { cause });
  }
}
