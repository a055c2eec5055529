import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../free-ports.ts';
import type { Availability } from '../live.ts';
import { serverProcess } from '../server-process.ts';
import { sharedClasses } from '../shared-classes.ts';
import { findTool } from '../tools.ts';

/** A Neo4j of its own for one test file: on free ports of 127.0.0.1, its data in a temporary folder, behind a password. */
export interface Neo4j extends AsyncDisposable {
  /** `neo4j://127.0.0.1:port`, without credentials. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Folder of its databases, without the transactions' logs. */
  readonly databases: string;
  /** Ends it as an operator would (SIGTERM). The data stays. */
  stop(): Promise<void>;
  /** Ends it at once (SIGKILL). The data stays. */
  kill(): Promise<void>;
  /** Starts it, or starts it again, on the same ports and data, unless it runs. */
  start(): Promise<void>;
  /** Deletes its graph. Constraints and indexes stay. It must run. */
  empty(): Promise<void>;
  /** Writes its graph into a folder, by `neo4j-admin database dump`. It must be stopped. */
  dump(folder: string): Promise<void>;
  /** Gives it the graph of a dump in a folder, by `neo4j-admin database load`. It must be stopped. */
  load(folder: string): Promise<void>;
}

/** How long a start may take on a machine that has other things to do. */
const startTimeoutMs = 170_000;
const opened = ['java.nio', 'java.io', 'sun.nio.ch', 'java.util.concurrent'];
const user = 'neo4j';
const database = 'neo4j';
const password = 'p@ss/word:of?tests#1';

/** The folder of the server's jars. */
export function findNeo4j(): Availability<string> {
  return findTool('neo4j');
}

/** Makes a server ready to start; `jars` is the folder that `install-tools.sh` fills, `java` options of the JVM. */
export async function prepareNeo4j(
  jars: string,
  settings: Readonly<Record<string, string>> = {},
  java = sharedClasses(jars),
): Promise<Neo4j> {
  const home = await mkdtemp(join(tmpdir(), 'agent-mem-neo4j-'));
  const [boltPort = 0, httpPort = 0] = await freePorts(2);
  await mkdir(join(home, 'conf'));
  await mkdir(join(home, 'data', 'dbms'), { recursive: true });
  await writeFile(join(home, 'conf', 'neo4j.conf'), properties({ ...baseSettings(boltPort, httpPort), ...settings }));
  await writeFile(join(home, 'data', 'dbms', 'auth.ini'), initialPassword());
  const http = `http://127.0.0.1:${httpPort}`;

  const server = serverProcess({
    program: 'java',
    args: [...java, ...commandLine(jars, home)],
    folder: home,
    log: join(home, 'server.log'),
    isReady: () => isReady(http),
    startTimeoutMs,
  });
  const admin = async (...words: readonly string[]) => {
    const java = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', `${jars}/*`, 'org.neo4j.cli.AdminTool'];
    const env = { ...process.env, NEO4J_HOME: home, NEO4J_CONF: join(home, 'conf') };
    await promisify(execFile)('java', [...java, 'database', ...words], { env });
  };
  return {
    url: `neo4j://127.0.0.1:${boltPort}`,
    user,
    password,
    databases: join(home, 'data', 'databases'),
    start: server.start,
    stop: () => server.end('SIGTERM'),
    kill: () => server.end('SIGKILL'),
    async empty() {
      await runStatement(http, 'MATCH (n) DETACH DELETE n');
    },
    dump: (folder) => admin('dump', database, `--to-path=${folder}`),
    load: (folder) => admin('load', database, `--from-path=${folder}`),
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts a server; resolves when it answers to its password. */
export async function startNeo4j(...options: Parameters<typeof prepareNeo4j>): Promise<Neo4j> {
  const server = await prepareNeo4j(...options);
  await server.start();
  return server;
}

/** What `neo4j-admin dbms set-initial-password` writes before the first start. */
function initialPassword(): string {
  const salt = randomBytes(32);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  let hash = digest(Buffer.concat([salt, Buffer.from(password)]));
  for (let round = 1; round < 1024; round++) hash = digest(hash);
  return `${user}:SHA-256,${hash.toString('hex')},${salt.toString('hex')},1024:\n`;
}

/** Runs a statement by the server's HTTP API. */
async function runStatement(http: string, statement: string, signal?: AbortSignal): Promise<void> {
  const response = await fetch(`${http}/db/neo4j/tx/commit`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ statements: [{ statement }] }),
    ...(signal && { signal }),
  });
  const { errors } = (await response.json()) as { readonly errors: readonly unknown[] };
  if (errors.length > 0) throw new Error(`${statement}: ${JSON.stringify(errors)}`);
}

/** Whether it answers statements. */
async function isReady(http: string): Promise<boolean> {
  try {
    await runStatement(http, 'RETURN 1', AbortSignal.timeout(10_000));
    return true;
  } catch {
    return false;
  }
}

function commandLine(jars: string, home: string): string[] {
  return [
    ...opened.flatMap((name) => ['--add-opens', `java.base/${name}=ALL-UNNAMED`]),
    ...['-Xms256m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.net.preferIPv4Stack=true'],
    ...['-cp', `${jars}/*`, 'org.neo4j.server.CommunityEntryPoint'],
    ...[`--home-dir=${home}`, `--config-dir=${join(home, 'conf')}`, '--console-mode'],
  ];
}

function baseSettings(boltPort: number, httpPort: number): Record<string, string> {
  return {
    'server.default_listen_address': '127.0.0.1',
    'server.bolt.listen_address': `127.0.0.1:${boltPort}`,
    'server.bolt.advertised_address': `127.0.0.1:${boltPort}`,
    'server.http.listen_address': `127.0.0.1:${httpPort}`,
    'dbms.usage_report.enabled': 'false',
    'server.memory.heap.initial_size': '256m',
    'server.memory.heap.max_size': '512m',
    'server.memory.pagecache.size': '64m',
    'dbms.cypher.min_replan_interval': '1h',
  };
}

function properties(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
