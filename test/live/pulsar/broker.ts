import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';
import type { Availability } from '../live.ts';
import { serverProcess } from '../server-process.ts';
import { sharedClasses } from '../shared-classes.ts';
import { findTool } from '../tools.ts';

export { freePorts };

/** A broker of its own for one test file: standalone Pulsar on free ports of 127.0.0.1, its data in a temporary folder. */
export interface Pulsar extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly adminUrl: string;
  /** `ws://127.0.0.1:port` */
  readonly webSocketUrl: string;
  /** `pulsar://127.0.0.1:port` */
  readonly serviceUrl: string;
  /** Ends it as an operator would (SIGTERM). The data stays. */
  stop(): Promise<void>;
  /** Ends it at once (SIGKILL). The data stays. */
  kill(): Promise<void>;
  /** Starts it, or starts it again, on the same ports and data. */
  start(): Promise<void>;
}

/** How long a start may take on a machine that has other things to do. */
const startTimeoutMs = 180_000;
const opened = ['java.io', 'java.util.zip', 'java.nio', 'jdk.internal.misc', 'sun.net', 'java.lang', 'sun.nio.ch'];

/** The folder of the broker's jars. */
export function findPulsar(): Availability<string> {
  return findTool('pulsar');
}

/** Makes a broker ready to start; `jars` is the folder that `install-tools.sh` fills, `java` options of the JVM. */
export async function preparePulsar(
  jars: string,
  settings: Readonly<Record<string, string>> = {},
  java = sharedClasses(jars),
): Promise<Pulsar> {
  const home = await mkdtemp(join(tmpdir(), 'agent-mem-pulsar-'));
  const [brokerPort = 0, webPort = 0, bookiePort = 0] = await freePorts(3);
  const adminUrl = `http://127.0.0.1:${webPort}`;
  // That of the broker's own client, which may ask for its health.
  const [, token] = /^token:(.+)/.exec(settings.brokerClientAuthenticationParameters ?? '') ?? [];
  const config = join(home, 'standalone.conf');
  await writeFile(config, properties({ ...baseSettings(brokerPort, webPort), ...settings }));
  await mkdir(join(home, 'conf'));
  await writeFile(join(home, 'log4j2.properties'), logging);

  const broker = serverProcess({
    program: 'java',
    args: [...java, ...commandLine(jars, home, config, bookiePort)],
    folder: home,
    log: join(home, 'broker.log'),
    isReady: () => isHealthy(adminUrl, token),
    startTimeoutMs,
  });
  return {
    adminUrl,
    webSocketUrl: `ws://127.0.0.1:${webPort}`,
    serviceUrl: `pulsar://127.0.0.1:${brokerPort}`,
    start: broker.start,
    stop: () => broker.end('SIGTERM'),
    kill: () => broker.end('SIGKILL'),
    async [Symbol.asyncDispose]() {
      await broker.end('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts a broker; resolves when it is healthy. */
export async function startPulsar(...options: Parameters<typeof preparePulsar>): Promise<Pulsar> {
  const broker = await preparePulsar(...options);
  await broker.start();
  return broker;
}

/** Makes a tenant with the four lanes as namespaces; by this token, where the broker asks for one. */
export async function createChannels(adminUrl: string, tenant = 'agent-mem', token = ''): Promise<void> {
  await createNamespaces(adminUrl, tenant, ['query', 'command', 'event', 'reply'], token);
}

/** Makes a tenant with these namespaces; by this token, where the broker asks for one. */
export async function createNamespaces(adminUrl: string, tenant: string, names: readonly string[], token = ''): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const shape = JSON.stringify({ allowedClusters: ['standalone'], adminRoles: [] });
  await put(`${adminUrl}/admin/v2/tenants/${tenant}`, headers, shape);
  for (const name of names) await put(`${adminUrl}/admin/v2/namespaces/${tenant}/${name}`, headers);
}

async function put(url: string, headers: Readonly<Record<string, string>>, body?: string): Promise<void> {
  const response = await fetch(url, { method: 'PUT', headers, ...(body === undefined ? {} : { body }) });
  if (!response.ok && response.status !== 409) throw new Error(`PUT ${url}: ${response.status} ${await response.text()}`);
}

async function isHealthy(adminUrl: string, token?: string): Promise<boolean> {
  try {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const ask = (path: string) => fetch(`${adminUrl}/admin/v2/${path}`, { headers, signal: AbortSignal.timeout(5_000) });
    const response = await ask('brokers/health');
    // One that asks who is there answers nobody else.
    if (response.status === 401 && !token) return true;
    if (!response.ok || (await response.text()) !== 'ok') return false;
    // A standalone broker makes its cluster after it is healthy, and has no tenants before.
    const clusters = await ask('clusters');
    return clusters.ok && ((await clusters.json()) as readonly string[]).includes('standalone');
  } catch {
    return false;
  }
}

function commandLine(jars: string, home: string, config: string, bookiePort: number): string[] {
  const driver = 'org.apache.pulsar.metadata.bookkeeper.PulsarMetadata';
  return [
    ...opened.flatMap((name) => ['--add-opens', `java.base/${name}=ALL-UNNAMED`]),
    ...['--add-opens', 'java.management/sun.management=ALL-UNNAMED'],
    ...['-Xms256m', '-Xmx512m', '-XX:MaxDirectMemorySize=512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
    ...['-Dio.netty.tryReflectionSetAccessible=true', '-Djute.maxbuffer=10485760', '-Djava.net.preferIPv4Stack=true'],
    `-Dlog4j.configurationFile=${join(home, 'log4j2.properties')}`,
    '-Dlog4j.shutdownHookEnabled=false',
    `-Dbookkeeper.metadata.bookie.drivers=${driver}BookieDriver`,
    `-Dbookkeeper.metadata.client.drivers=${driver}ClientDriver`,
    ...['-cp', `${jars}/*`, 'org.apache.pulsar.PulsarStandaloneStarter'],
    ...['--config', config, '-nfw', '-nss', '-a', '127.0.0.1', '--bookkeeper-port', String(bookiePort)],
    ...['--bookkeeper-dir', join(home, 'bookkeeper'), '--metadata-dir', join(home, 'metadata')],
  ];
}

function baseSettings(brokerPort: number, webPort: number): Record<string, string> {
  return {
    clusterName: 'standalone',
    brokerServicePort: String(brokerPort),
    webServicePort: String(webPort),
    bindAddress: '127.0.0.1',
    advertisedAddress: '127.0.0.1',
    // Else the bookie listens on every address.
    listeningInterface: 'lo',
    webSocketServiceEnabled: 'true',
    allowAutoTopicCreation: 'true',
    managedLedgerDefaultEnsembleSize: '1',
    managedLedgerDefaultWriteQuorum: '1',
    managedLedgerDefaultAckQuorum: '1',
    managedLedgerCacheSizeMB: '64',
    dbStorage_writeCacheMaxSizeMb: '64',
    dbStorage_readAheadCacheMaxSizeMb: '32',
    diskUsageThreshold: '0.99',
    loadManagerClassName: 'org.apache.pulsar.broker.loadbalance.NoopLoadManager',
    loadBalancerEnabled: 'false',
  };
}

const logging = properties({
  status: 'error',
  'appender.out.type': 'Console',
  'appender.out.name': 'out',
  'appender.out.layout.type': 'PatternLayout',
  'appender.out.layout.pattern': '%d %-5p %c{1} - %m%n',
  'rootLogger.level': 'warn',
  'rootLogger.appenderRef.out.ref': 'out',
});

function properties(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
