import { OperationError } from '@agent-mem/contract';
import { refusalOf } from './refusal.ts';

export interface PulsarAdminOptions {
  /** Base URL of the admin REST, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Bearer token, or what gives a fresh one at every request. Empty or absent: none is sent. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Longest a request may take, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Aborting it rejects running requests with `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/**
 * Asks under `/admin/v2` and resolves with the answer's JSON, or its text where it is none; `null` when it has no body.
 * Rejects with an `OperationError`: `unavailable` and `deadline-exceeded` may be repeated, a refusal of the broker says why.
 */
export type AdminRequest = (method: Method, path: string, body?: unknown) => Promise<unknown>;

const mostRedirects = 5;

export function createAdminRequest(options: PulsarAdminOptions): AdminRequest {
  const { url, token, timeoutMs = 10_000, signal } = options;
  const base = `${url.replace(/\/+$/, '')}/admin/v2`;

  return async (method, path, body) => {
    const headers: Record<string, string> = { accept: 'application/json, text/plain' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const bearer = typeof token === 'function' ? await token() : token;
    if (bearer) headers.authorization = `Bearer ${bearer}`;
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body), signal: either } as const;
    try {
      const response = await follow(`${base}${path}`, init);
      const text = await response.text();
      if (!response.ok) throw refusalOf(response.status, `${method} ${path}`, text);
      return text === '' ? null : parsed(text);
    } catch (error) {
      if (error instanceof OperationError) throw error;
      if (signal?.aborted) throw new OperationError('cancelled', `${method} ${path} was cancelled`, { cause: error });
      if (timeout.aborted) {
        throw new OperationError('deadline-exceeded', `Pulsar at ${url} did not answer within ${timeoutMs} ms`, { cause: error });
      }
      throw new OperationError(
        'unavailable',
        `Pulsar's admin REST cannot be reached at ${url} (is it running, and is PULSAR_ADMIN_URL right?)`,
        { cause: error },
      );
    }
  };
}

/** A broker sends the asker on to the one that owns the topic. `fetch` would leave the token behind on the way. */
async function follow(first: string, init: RequestInit): Promise<Response> {
  let address = first;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(address, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status !== 307 || !location || redirects === mostRedirects) return response;
    await response.body?.cancel();
    address = new URL(location, address).href;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
