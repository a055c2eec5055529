import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';
import type { Availability } from '../live.ts';
import { serverProcess } from '../server-process.ts';
import { findTool } from '../tools.ts';

/** A PostgreSQL of its own for one test file: on a free port of 127.0.0.1, its data in a temporary folder, behind a password. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  /** `postgres://127.0.0.1:port/postgres`, without credentials. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Ends it as an operator would, without waiting for its clients. The data stays. */
  stop(): Promise<void>;
  /** Ends it at once (SIGKILL). The data stays. */
  kill(): Promise<void>;
  /** Starts it, or starts it again, on the same port and data. */
  start(): Promise<void>;
}

const user = 'agent_mem';
/** The password needs escaping in a URL, and is told apart from all else in a message. */
const password = 'p@ss/w:rd#1?';
/** Whom Debian calls nobody: PostgreSQL never runs as root. */
const nobody = 65_534;

/** The folder of the binaries. */
export function findPostgres(): Availability<string> {
  return findTool('postgres/native');
}

/** Makes a server ready to start. With certificates it speaks TLS, and nothing else. */
export async function preparePostgres(
  binaries: string,
  certificates?: { readonly certificate: string; readonly key: string },
): Promise<PostgresServer> {
  const home = await mkdtemp(join(tmpdir(), 'agent-mem-postgres-'));
  const [port = 0] = await freePorts(1);
  const uid = process.getuid?.() === 0 ? nobody : undefined;
  const file = (name: string) => join(home, name);
  writeFileSync(file('password'), password);
  if (certificates) {
    cpSync(certificates.certificate, file('server.pem'));
    cpSync(certificates.key, file('server.key'));
  }
  // Another user cannot look into the folder of root.
  if (uid !== undefined) cpSync(binaries, file('native'), { recursive: true, verbatimSymlinks: true });
  const programs = uid === undefined ? binaries : file('native');
  if (uid !== undefined)
    for (const name of ['.', 'password', ...(certificates ? ['server.key'] : [])]) chownSync(file(name), uid, uid);

  const data = file('data');
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const login = ['--username', user, '--pwfile', file('password'), '--auth', 'scram-sha-256'];
  const shape = ['--encoding', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'bin/initdb'), ['--pgdata', data, ...login, ...shape], { stdio: 'pipe', cwd: home, ...identity });
  if (certificates) {
    writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
    if (uid !== undefined) chownSync(join(data, 'pg_hba.conf'), uid, uid);
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '32MB',
    max_connections: '60',
    ...(certificates ? { ssl: 'on', ssl_cert_file: file('server.pem'), ssl_key_file: file('server.key') } : {}),
  };
  const server = serverProcess({
    program: join(programs, 'bin/postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    log: file('server.log'),
    uid,
    isReady: () => accepts(port),
  });
  return {
    port,
    url: `postgres://127.0.0.1:${port}/postgres`,
    user,
    password,
    start: server.start,
    stop: () => server.end('SIGINT'),
    kill: () => server.end('SIGKILL'),
    async [Symbol.asyncDispose]() {
      await server.end('SIGQUIT');
      await rm(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Starts a server; resolves when it takes connections. */
export async function startPostgres(...options: Parameters<typeof preparePostgres>): Promise<PostgresServer> {
  const server = await preparePostgres(...options);
  await server.start();
  return server;
}

/** Whether it would ask for a password, or for TLS: one that still starts answers an error of another kind. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.on('connect', () => socket.write(startupMessage()));
    socket.on('data', (answer) => {
      // R: how to log in. An error of class 28 comes from one that is ready and wants TLS; of class 57, from one that is not.
      resolve(answer.toString('latin1', 0, 1) === 'R' || answer.includes('C28000'));
      socket.destroy();
    });
  });
}

function startupMessage(): Buffer {
  const body = Buffer.from(`user\0${user}\0database\0postgres\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}
