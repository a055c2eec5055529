import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { OperationError } from '@agent-mem/contract';
import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import { pulsarTlsFailure, type Tls, type TlsFiles, tlsReader } from '../access/tls.ts';
import type { Token } from '../access/token.ts';
import { refusalOf } from './refusal.ts';

export interface PulsarAdminOptions {
  /** Base URL of the admin REST, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** A function is asked at every request. */
  readonly token?: Token | undefined;
  /** For `https:`. */
  readonly tls?: TlsFiles | undefined;
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
  const tls = tlsReader(options.tls);
  const base = `${withoutLastSlashes(url)}/admin/v2`;

  return async (method, path, body) => {
    const headers: Record<string, string> = { accept: 'application/json, text/plain' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const bearer = typeof token === 'function' ? await token() : token;
    if (bearer) headers.authorization = `Bearer ${bearer}`;
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const asking = { method, headers, body: body === undefined ? '' : JSON.stringify(body), signal: either, tls: tls() };
    try {
      const { status, text } = await follow(`${base}${path}`, asking);
      if (status < 200 || status > 299) throw refusalOf(status, `${method} ${path}`, text);
      return text === '' ? null : parsed(text);
    } catch (cause) {
      if (cause instanceof OperationError) throw cause;
      if (signal?.aborted) throw new OperationError('cancelled', `${method} ${path} was cancelled`, { cause });
      if (timeout.aborted)
        throw new OperationError('deadline-exceeded', `Pulsar at ${url} did not answer within ${timeoutMs} ms`, { cause });
      const what = `Pulsar's admin REST cannot be reached at ${url} (${cureFor(cause)})`;
      throw new OperationError('unavailable', what, { cause });
    }
  };
}

interface Asking {
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  readonly tls: Tls;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
}

/** A broker sends the asker on to the one that owns the topic, who is asked the same, with the token. */
async function follow(first: string, asking: Asking): Promise<Answer> {
  let address = first;
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(address, asking);
    if (answer.status !== 307 || !answer.location || redirects === mostRedirects) return answer;
    address = new URL(answer.location, address).href;
  }
}

/** Not by `fetch`, which takes no certificates. */
function ask(address: string, { method, headers, body, signal, tls }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const read = async (response: IncomingMessage) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode ?? 0, text, location: response.headers.location });
    };
    const send = address.startsWith('https:') ? httpsRequest : httpRequest;
    send(address, { method, headers, signal, ...tls }, (response) => read(response).catch(reject))
      .on('error', reject)
      .end(body);
  });
}

function cureFor(error: unknown): string {
  return pulsarTlsFailure(error) ?? 'is it running, and is PULSAR_ADMIN_URL right?';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
