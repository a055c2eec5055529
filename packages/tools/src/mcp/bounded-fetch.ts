import { hourMs } from '@agent-mem/contract';
import { patientFetch, withBoundedBody } from '@agent-mem/runtime';

/** No answer of a server is read longer than this, which is the most of TOOL_TIMEOUT_MS. */
const longestMs = hourMs;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch`, of whose bodies at most `maxBytes` are read; then `tooLong` is called, and the body ends in an error. It goes to no other address. */
export function boundedFetch(maxBytes: number, tooLong: () => void): Fetch {
  return async (url, init = {}) => {
    const isPost = init.method === 'POST';
    const limits = [...(init.signal ? [init.signal] : []), ...(isPost ? [AbortSignal.timeout(longestMs)] : [])];
    // A stream of a server's own words that stands still is opened anew; the answer to a call is waited for.
    const ask = isPost ? patientFetch : fetch;
    const response = await ask(url, { ...init, redirect: 'manual', signal: AbortSignal.any(limits) });
    return withBoundedBody(response, {
      mostBytes: maxBytes,
      tooLong() {
        tooLong();
        return new Error('The answer is too long');
      },
    });
  };
}
