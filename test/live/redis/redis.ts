import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';
import type { Availability } from '../live.ts';
import { serverProcess } from '../server-process.ts';
import { findTool } from '../tools.ts';
import { askRedis } from './ask.ts';

/** A Redis of its own for one test file: on a free port of 127.0.0.1, behind a password. It keeps nothing on disk. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  /** Speaks TLS; 0 without certificates. */
  readonly tlsPort: number;
  /** `redis://127.0.0.1:port`, without credentials. */
  readonly url: string;
  readonly password: string;
  /** Ends it at once (SIGKILL), and with it all it held. */
  kill(): Promise<void>;
  /** Holds it still, with its connections open, or lets it go on. */
  hold(still: boolean): void;
  /** Starts it, or starts it again, on the same port. */
  start(): Promise<void>;
  /** Answers what it answered, as it came. */
  ask(command: string): Promise<string>;
}

/** The password needs escaping in a URL, and is told apart from all else in a message. */
const password = 'p@ss/w:rd#1?';

/** The program, as `install-tools.sh` found or unpacked it. */
export function findRedis(): Availability<string> {
  return findTool('redis/redis-server');
}

/** Makes a server ready to start. */
export async function prepareRedis(
  program: string,
  settings: Readonly<Record<string, string>> = {},
  certificates?: { readonly certificate: string; readonly key: string },
): Promise<RedisServer> {
  const home = await mkdtemp(join(tmpdir(), 'agent-mem-redis-'));
  const [port = 0, tlsPort = 0] = await freePorts(2);
  const tls = certificates && {
    'tls-port': String(tlsPort),
    'tls-cert-file': certificates.certificate,
    'tls-key-file': certificates.key,
    'tls-auth-clients': 'no',
  };
  const config = { ...baseSettings(port, home), ...tls, ...settings };
  const lines = Object.entries(config).map(([name, value]) => `${name} ${value}\n`);
  await writeFile(join(home, 'redis.conf'), lines.join(''));
  const server = serverProcess({
    program,
    args: [join(home, 'redis.conf')],
    log: join(home, 'redis.log'),
    isReady: () =>
      askRedis(port, password, 'PING').then(
        () => true,
        () => false,
      ),
  });
  return {
    port,
    tlsPort: certificates ? tlsPort : 0,
    url: `redis://127.0.0.1:${port}`,
    password,
    start: server.start,
    kill: () => server.end('SIGKILL'),
    hold: (still) => server.signal(still ? 'SIGSTOP' : 'SIGCONT'),
    ask: (command) => askRedis(port, password, command),
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts a server; resolves when it answers. */
export async function startRedis(...options: Parameters<typeof prepareRedis>): Promise<RedisServer> {
  const server = await prepareRedis(...options);
  await server.start();
  return server;
}

function baseSettings(port: number, directory: string): Record<string, string> {
  return {
    bind: '127.0.0.1',
    port: String(port),
    dir: directory,
    requirepass: password,
    masterauth: password,
    save: '""',
    appendonly: 'no',
  };
}
