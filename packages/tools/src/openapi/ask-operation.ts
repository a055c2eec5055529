import type { ToolOutput } from '@agent-mem/agent-loop';
import { withoutLastSlashes } from '@agent-mem/contract/without-last-slashes';
import { patientFetch } from '@agent-mem/runtime';
import { boundedPieces } from '../origin/bounded-pieces.ts';
import type { Operation } from './read-operations.ts';

type Args = Readonly<Record<string, unknown>>;

/** Where an interface is asked, and what every request of it has. */
export interface Interface {
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly maxBytes: number;
}

const mostRedirects = 5;

/** Asks an operation. Its answer comes in pieces, and rejects after them where the status is one of a failure. Rejects for a redirect to another host. */
export async function askOperation(operation: Operation, args: Args, asked: Interface, signal: AbortSignal): Promise<ToolOutput> {
  const { method } = operation;
  const first = urlOf(operation, args, asked);
  const body = operation.hasBody && args.body !== undefined ? JSON.stringify(args.body) : null;
  const type = body === null ? {} : { 'content-type': 'application/json' };
  const headers = { ...headersOf(operation, args), ...type, ...asked.headers };
  const ask = (url: URL) => patientFetch(url, { method, headers, body, redirect: 'manual', signal });
  let url = first;
  let response = await ask(url);
  for (let left = mostRedirects; isRedirect(response); left -= 1) {
    await response.body?.cancel();
    url = new URL(response.headers.get('location') ?? '', url);
    if (url.origin !== first.origin) throw new Error('The server redirects to another host, which is not asked');
    if (left === 0 || (method !== 'GET' && method !== 'HEAD'))
      throw new Error(`The server redirects a ${method}, which is not repeated`);
    response = await ask(url);
  }
  const contentType = response.headers.get('content-type') ?? 'text/plain';
  const content = answerOf(response, asked.maxBytes);
  return { content, contentType, kind: 'api_response', description: `${method} ${operation.path}` };
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && headers.has('location');
}

async function* answerOf({ body, ok, status }: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (body) yield* boundedPieces(body, maxBytes);
  if (!ok) throw new Error(`The server answered with status ${status}`);
}

function urlOf(operation: Operation, args: Args, { server, query }: Interface): URL {
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => pathPart(name, args[name]));
  const url = new URL(`${withoutLastSlashes(server)}${path}`);
  for (const { name, in: place } of operation.parameters) {
    const value = args[name];
    if (place !== 'query' || value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, textOf(each));
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** One segment: a value that would climb out of it is refused. */
function pathPart(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : textOf(value);
  if (text === '' || /^\.{1,2}$/.test(text)) throw new Error(`the argument "${name}" must not be empty, "." or ".."`);
  return encodeURIComponent(text);
}

function headersOf({ parameters }: Operation, args: Args): Readonly<Record<string, string>> {
  const given = parameters.filter(({ name, in: place }) => place === 'header' && args[name] !== undefined && args[name] !== null);
  return Object.fromEntries(given.map(({ name }) => [name.toLowerCase(), textOf(args[name])]));
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
