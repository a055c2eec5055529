import { OperationError } from '@agent-mem/contract';
import { withBoundedBody } from '@agent-mem/runtime';

type Fetch = typeof globalThis.fetch;

/** Most redirects that one request follows. */
const mostRedirects = 3;
/** JSON may write one byte of text as six, and says more than the text. */
const bytesPerAnswerByte = 8;
const aroundBytes = 65_536;

/**
 * `fetch` that follows at most three redirects, to the same host alone, so that a key goes only where it belongs; and that reads no more than an answer of
 * `answerBytes` of text can take: of a body as a whole, of a stream of events each line. More is `failed-precondition`.
 */
export function boundedFetch(answerBytes = Number.POSITIVE_INFINITY, fetch: Fetch = globalThis.fetch): Fetch {
  const mostBytes = answerBytes * bytesPerAnswerByte + aroundBytes;
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : String(input));
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url.href, { ...init, redirect: 'manual' });
      const location = isRedirect(response.status) ? response.headers.get('location') : null;
      if (location === null) return withBoundedBody(response, { mostBytes, tooLong, of: isEvents(response) ? 'line' : 'body' });
      await response.body?.cancel();
      const next = URL.parse(location, url.href);
      if (!next || !isSameHost(next, url))
        throw refusal('sends requests on to another host, which are not followed: name that host');
      if (redirects === mostRedirects) throw refusal(`sent a request on more than ${mostRedirects} times`);
      url = next;
    }
  };
}

/** The refusal of an answer whose text is longer than `MODEL_ANSWER_MAX_BYTES`. */
export function tooLong(): OperationError {
  return refusal('wrote more than MODEL_ANSWER_MAX_BYTES');
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
