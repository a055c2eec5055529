import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Availability } from '../live.ts';
import { findNeo4j, type Neo4j, startNeo4j } from '../neo4j/server.ts';
import { findPulsar, startPulsar } from '../pulsar/broker.ts';

/** Where files of a run ask for its shared servers. */
export interface SharedServers extends AsyncDisposable {
  /**
   * `http://127.0.0.1:port`. `GET /pulsar` answers the addresses of the broker, and starts it for the first file that asks. `POST /neo4j` lends
   * a server that holds nothing, and starts one where all are lent; `DELETE /neo4j/<its URL>` empties it for the next file.
   */
  readonly url: string;
}

/** Serves the servers of a run to the processes of its test files. Disposing ends what was started. */
export async function serveSharedServers(): Promise<SharedServers> {
  const servers = new AsyncDisposableStack();
  const starting = new Set<Promise<unknown>>();
  const lent = new Map<string, Neo4j>();
  const free: Neo4j[] = [];
  let pulsar: Promise<object> | null = null;

  async function start<Server extends AsyncDisposable>(found: Availability<string>, run: (thing: string) => Promise<Server>) {
    if ('missing' in found) throw new Error(found.missing);
    const started = run(found.thing);
    starting.add(started);
    return servers.use(await started);
  }

  async function addressesOfPulsar(): Promise<object> {
    const { adminUrl, webSocketUrl, serviceUrl } = await start(findPulsar(), startPulsar);
    return { adminUrl, webSocketUrl, serviceUrl };
  }

  async function lend(): Promise<object> {
    const neo4j = free.pop() ?? (await start(findNeo4j(), startNeo4j));
    lent.set(neo4j.url, neo4j);
    const { url, user, password } = neo4j;
    return { url, user, password };
  }

  async function takeBack(url: string): Promise<object> {
    const neo4j = lent.get(url);
    if (!neo4j) throw new Error(`Nothing was lent at ${url}`);
    lent.delete(url);
    await neo4j.empty();
    free.push(neo4j);
    return {};
  }

  async function answer({ method, url = '' }: IncomingMessage): Promise<object> {
    const [, name, lease = ''] = url.split('/');
    switch (`${method} ${name}`) {
      case 'GET pulsar':
        pulsar ??= addressesOfPulsar();
        return await pulsar;
      case 'POST neo4j':
        return await lend();
      case 'DELETE neo4j':
        return await takeBack(decodeURIComponent(lease));
      default:
        throw new Error(`There is no ${method} ${url}`);
    }
  }

  const http = createServer((request, response) => {
    answer(request).then(
      (answered) => response.end(JSON.stringify(answered)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await Promise.allSettled(starting);
      await servers.disposeAsync();
    },
  };
}
