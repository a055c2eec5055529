import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';
import type { Availability } from '../live.ts';
import { serverProcess } from '../server-process.ts';
import { findTool } from '../tools.ts';

/** A Qdrant of its own for one test file: on free ports of 127.0.0.1, behind an API key, its data in a temporary folder. */
export interface QdrantServer extends AsyncDisposable {
  readonly port: number;
  /** `qdrant+http://127.0.0.1:port`, or `qdrant+https://` with certificates; without the key. */
  readonly url: string;
  readonly apiKey: string;
  /** Another key, that may not write. */
  readonly readOnlyKey: string;
  /** Folder of its collections, each in one of its name. */
  readonly collections: string;
  /** Ends it at once (SIGKILL). The data stays. */
  kill(): Promise<void>;
  /** Holds it still, with its connections open, or lets it go on. */
  hold(still: boolean): void;
  /** Starts it, or starts it again, on the same port and data. */
  start(): Promise<void>;
  /** Asks its REST API with the key; answers the result. Rejects with a status that is not good. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
}

/** Told apart from all else in a message. */
const apiKey = 'qdrant-key-of-tests';
const readOnlyKey = 'qdrant-key-of-readers';

/** The program that `install-tools.sh` fetches. */
export function findQdrant(): Availability<string> {
  return findTool('qdrant/qdrant');
}

/** Makes a server ready to start. */
export async function prepareQdrant(
  program: string,
  certificates?: { readonly certificate: string; readonly key: string },
): Promise<QdrantServer> {
  const home = await mkdtemp(join(tmpdir(), 'agent-mem-qdrant-'));
  const [port = 0, grpcPort = 0] = await freePorts(2);
  const config = join(home, 'config.yaml');
  // JSON is YAML.
  await writeFile(config, JSON.stringify(settings(home, port, grpcPort, certificates)));
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const answer = (await response.json()) as { readonly result?: unknown };
    return answer.result;
  };
  const server = serverProcess({
    // It notes beside where it is started that it was; so where is said.
    program: 'env',
    args: [`QDRANT_INIT_FILE_PATH=${join(home, 'initialized')}`, program, '--config-path', config, '--disable-telemetry'],
    log: join(home, 'qdrant.log'),
    isReady: () =>
      (certificates ? answers(port) : fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok)).catch(() => false),
  });
  return {
    port,
    url: `${certificates ? 'qdrant+https' : 'qdrant+http'}://127.0.0.1:${port}`,
    apiKey,
    readOnlyKey,
    collections: join(home, 'storage', 'collections'),
    start: server.start,
    kill: () => server.end('SIGKILL'),
    hold: (still) => server.signal(still ? 'SIGSTOP' : 'SIGCONT'),
    ask,
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts a server; resolves when it is ready. */
export async function startQdrant(...options: Parameters<typeof prepareQdrant>): Promise<QdrantServer> {
  const server = await prepareQdrant(...options);
  await server.start();
  return server;
}

function settings(
  home: string,
  port: number,
  grpcPort: number,
  certificates?: { readonly certificate: string; readonly key: string },
): object {
  return {
    log_level: 'WARN',
    storage: { storage_path: join(home, 'storage'), snapshots_path: join(home, 'snapshots') },
    service: {
      host: '127.0.0.1',
      http_port: port,
      grpc_port: grpcPort,
      api_key: apiKey,
      read_only_api_key: readOnlyKey,
      enable_tls: certificates !== undefined,
    },
    ...(certificates ? { tls: { cert: certificates.certificate, key: certificates.key } } : {}),
  };
}

/** Whether somebody listens: what is behind TLS is for the test to trust. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}
