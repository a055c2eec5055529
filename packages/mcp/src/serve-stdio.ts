import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

/** Serves one client of MCP by lines of JSON, of either revision. Resolves when the client has closed its end; disposing ends it sooner. */
export function serveLines(
  { input, output }: { readonly input: Readable; readonly output: Writable },
  makeServer: () => Server,
): AsyncDisposable & { readonly ended: Promise<void> } {
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
  });
  const handle = serveStdio(makeServer, { transport: new StdioServerTransport(input, output) });
  return { ended, [Symbol.asyncDispose]: () => handle.close() };
}
