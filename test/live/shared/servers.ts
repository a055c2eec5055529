import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findPulsar, startPulsar } from '../pulsar/broker.ts';

/** Where files of a run ask for its shared servers. */
export interface SharedServers extends AsyncDisposable {
  /** `http://127.0.0.1:port`; `/pulsar` answers the addresses of the broker, and starts it for the first file that asks. */
  readonly url: string;
}

/** Serves the servers of a run to the processes of its test files. Disposing ends what was started. */
export async function serveSharedServers(): Promise<SharedServers> {
  const servers = new AsyncDisposableStack();
  let pulsar: Promise<object> | null = null;
  const startOnce = () => {
    pulsar ??= start(servers);
    return pulsar;
  };
  const http = createServer((request, response) => {
    const answer = request.url === '/pulsar' ? startOnce() : Promise.reject(new Error(`There is no ${request.url}`));
    answer.then(
      (addresses) => response.end(JSON.stringify(addresses)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await pulsar?.catch(() => {});
      await servers.disposeAsync();
    },
  };
}

async function start(servers: AsyncDisposableStack): Promise<object> {
  const found = findPulsar();
  if ('missing' in found) throw new Error(found.missing);
  const { adminUrl, webSocketUrl, serviceUrl } = servers.use(await startPulsar(found.thing));
  return { adminUrl, webSocketUrl, serviceUrl };
}
