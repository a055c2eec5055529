import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { openRequests } from './open-requests.ts';

/** One client that is served. Disposing ends it. */
export interface ServedLines extends AsyncDisposable {
  /** Resolves when the client has closed its end, and what it had asked is answered. */
  readonly ended: Promise<void>;
}

/** Serves one client of MCP by lines of JSON, of either revision. */
export function serveLines(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  makeServer: () => Server,
): ServedLines {
  // The transport gives up what it was asked when its input ends: it is shown that end once all is answered.
  const shown = input.pipe(new PassThrough(), { end: false });
  const transport = new StdioServerTransport(shown, output);
  const handle = serveStdio(makeServer, { transport });
  const requests = openRequests(transport);
  async function untilEnded(): Promise<void> {
    if (!input.readableEnded && !input.destroyed) await Promise.race([once(input, 'end'), once(input, 'close')]);
    await requests.answered();
    shown.end();
  }
  return { ended: untilEnded(), [Symbol.asyncDispose]: () => handle.close() };
}
