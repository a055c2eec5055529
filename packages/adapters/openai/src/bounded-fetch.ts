import { OperationError } from '@agent-mem/contract';
import { type BodyBound, withBoundedBody } from '@agent-mem/runtime';

type Fetch = typeof globalThis.fetch;

/** Most redirects that one request follows. */
const mostRedirects = 3;

/** How much of an answer is read: of a body as a whole, of a stream of events each line. */
export type AnswerBound = Pick<BodyBound, 'mostBytes' | 'tooLong'>;

/**
 * `fetch` that follows at most three redirects, to the same host alone, so that a key goes only where it belongs; and that reads no more of an answer
 * than its bound allows.
 */
export function boundedFetch(bound: AnswerBound, fetch: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : String(input));
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url.href, { ...init, redirect: 'manual' });
      const location = isRedirect(response.status) ? response.headers.get('location') : null;
      if (location === null) return withBoundedBody(response, { ...bound, of: isEvents(response) ? 'line' : 'body' });
      await response.body?.cancel();
      const next = URL.parse(location, url.href);
      if (!next || !isSameHost(next, url))
        throw refusal('sends requests on to another host, which are not followed: name that host');
      if (redirects === mostRedirects) throw refusal(`sent a request on more than ${mostRedirects} times`);
      url = next;
    }
  };
}

function refusal(what: string): OperationError {
  return new OperationError('failed-precondition', `The model's server ${what}`);
}

function isRedirect(status: number): boolean {
  return status >= 301 && status <= 308 && status !== 304;
}

/** Nor is a request that was encrypted sent on in the clear. */
function isSameHost(next: URL, before: URL): boolean {
  return next.hostname === before.hostname && (next.protocol === before.protocol || next.protocol === 'https:');
}

function isEvents({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}
