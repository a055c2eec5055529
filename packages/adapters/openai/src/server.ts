import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import { OpenAI } from 'openai';
import { type AnswerBound, boundedFetch } from './bounded-fetch.ts';

/** A server that speaks OpenAI's API, and what to ask of it. */
export interface OpenAiServer {
  /** `http://127.0.0.1:8080` means `http://127.0.0.1:8080/v1`; an address with a path is taken as it is. */
  readonly url: string;
  readonly model: string;
  /** Empty: the server asks for none. */
  readonly apiKey: string;
}

/** The vendor's client. It reads nothing from the environment and logs nothing, so a key goes only where it belongs. */
export function clientOf(server: OpenAiServer, options: ClientOptions): OpenAI {
  return new OpenAI({
    baseURL: baseUrl(server.url),
    apiKey: server.apiKey || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    // Those who ask know when to ask again: what the client repeated would come on top of it.
    maxRetries: 0,
    timeout: options.timeoutMs,
    fetch: boundedFetch(options.bound, options.fetch),
    defaultHeaders: server.apiKey === '' ? { Authorization: null } : {},
  });
}

/** How a server is asked. */
export interface ClientOptions {
  readonly timeoutMs: number;
  readonly bound: AnswerBound;
  /** Default: Node's own, with its limits of time. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Throws an `Error` if the text is no address. */
function baseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`"${text}" is no http address of a server`);
  return url.pathname === '/' ? new URL('/v1', url).href : withoutLastSlashes(text);
}
