import { pulsarInit } from '../../process/pulsar-init.ts';
import type { Availability } from '../live.ts';
import { findNeo4j, type Neo4j, prepareNeo4j } from '../neo4j/server.ts';
import { findPostgres, type PostgresServer, preparePostgres } from '../postgres/postgres.ts';
import { findPulsar, type Pulsar, preparePulsar } from '../pulsar/broker.ts';
import { findQdrant, prepareQdrant, type QdrantServer } from '../qdrant/qdrant.ts';
import { findRedis, prepareRedis, type RedisServer } from '../redis/redis.ts';

/** The servers of a cluster. */
export const serverNames = ['pulsar', 'neo4j', 'qdrant', 'redis', 'postgres'] as const;

export type ServerName = (typeof serverNames)[number];

/** A server as far as it dies and comes back. */
export interface ClusterServer {
  /** Ends it at once (SIGKILL). What it keeps on disk stays. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data; resolves when it is ready. */
  start(): Promise<void>;
}

/** A broker and the four stores, each behind its credentials, for the tests of one file. */
export interface Cluster extends AsyncDisposable {
  /** The variables by which a fleet uses them, with a first sweep soon after a crash. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A cluster whose servers are the file's own. */
export interface OwnCluster extends Cluster {
  readonly servers: Readonly<Record<ServerName, ClusterServer>> & { readonly neo4j: Neo4j; readonly postgres: PostgresServer };
}

/** What is done with a cluster before a fleet may start on it. */
export interface ClusterOptions {
  /** The program whose `init` prepares the broker. Default: the present one. */
  readonly initBy?: string;
  /** A folder with a dump of Neo4j, which it is to begin with. */
  readonly neo4jDump?: string;
}

/** Where each server's program is. */
export type ClusterPrograms = Readonly<Record<ServerName, string>>;

/** The programs of all five, or which are missing. */
export function findCluster(): Availability<ClusterPrograms> {
  const found = {
    pulsar: findPulsar(),
    neo4j: findNeo4j(),
    qdrant: findQdrant(),
    redis: findRedis(),
    postgres: findPostgres(),
  };
  const missing = serverNames.flatMap((name) => ('missing' in found[name] ? [`${name}: ${found[name].missing}`] : []));
  if (missing.length > 0) return { missing: missing.join('; ') };
  const pathOf = (name: ServerName) => ('thing' in found[name] ? found[name].thing : '');
  return {
    thing: {
      pulsar: pathOf('pulsar'),
      neo4j: pathOf('neo4j'),
      qdrant: pathOf('qdrant'),
      redis: pathOf('redis'),
      postgres: pathOf('postgres'),
    },
  };
}

/** Starts the five at once and prepares the broker by `init`; resolves when a fleet may start on them. Redis keeps nothing on disk. */
export async function startCluster(programs: ClusterPrograms, options: ClusterOptions = {}): Promise<OwnCluster> {
  await using stack = new AsyncDisposableStack();
  const pulsar = stack.use(await preparePulsar(programs.pulsar));
  const neo4j = stack.use(await prepareNeo4j(programs.neo4j));
  const qdrant = stack.use(await prepareQdrant(programs.qdrant));
  const redis = stack.use(await prepareRedis(programs.redis));
  const postgres = stack.use(await preparePostgres(programs.postgres));
  if (options.neo4jDump) await neo4j.load(options.neo4jDump);
  const servers = { pulsar, neo4j, qdrant, redis, postgres };
  // All have come to an end, good or bad, before any is ended.
  const starts = await Promise.allSettled(Object.values(servers).map((server) => server.start()));
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
  await pulsarInit(pulsar.webSocketUrl, {}, options.initBy);
  const running = stack.move();
  return {
    servers,
    environment: environmentOf(servers),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** What a fleet needs of each server. */
export interface ClusterServers {
  readonly pulsar: Pick<Pulsar, 'webSocketUrl'>;
  readonly neo4j: Pick<Neo4j, 'url' | 'user' | 'password'>;
  readonly qdrant: Pick<QdrantServer, 'url' | 'apiKey'>;
  readonly redis: Pick<RedisServer, 'url' | 'password'>;
  readonly postgres: Pick<PostgresServer, 'url' | 'user' | 'password'>;
}

/** The variables of a fleet on these servers. */
export function environmentOf({ pulsar, neo4j, qdrant, redis, postgres }: ClusterServers): Readonly<Record<string, string>> {
  return {
    BUS_URL: pulsar.webSocketUrl,
    GRAPH_URL: neo4j.url,
    GRAPH_USER: neo4j.user,
    GRAPH_PASSWORD: neo4j.password,
    SEARCH_URL: qdrant.url,
    SEARCH_API_KEY: qdrant.apiKey,
    KEYVALUE_URL: redis.url,
    KEYVALUE_PASSWORD: redis.password,
    DETAILS_URL: postgres.url,
    DETAILS_USER: postgres.user,
    DETAILS_PASSWORD: postgres.password,
    SWEEP_SECONDS: '5',
    // Recall is not left out for being late on a machine that has other things to do.
    MEMORY_DEADLINE_MS: '10000',
  };
}
