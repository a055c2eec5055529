import { startPostgres } from '../postgres/postgres.ts';
import { startQdrant } from '../qdrant/qdrant.ts';
import { startRedis } from '../redis/redis.ts';
import { borrowNeo4j } from '../shared/neo4j.ts';
import { newPulsarTenant } from '../shared/pulsar.ts';
import { type Cluster, type ClusterPrograms, environmentOf } from './cluster.ts';

/**
 * A cluster for a file that neither ends nor configures its servers: a tenant of the run's broker, and a Neo4j that files before this one
 * have warmed up. The two take most of what a new cluster costs; the other servers are the file's own. Resolves when a fleet may start.
 */
export async function borrowCluster(programs: ClusterPrograms): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const pulsar = await newPulsarTenant();
  const neo4j = stack.use(await borrowNeo4j());
  const qdrant = stack.use(await startQdrant(programs.qdrant));
  const redis = stack.use(await startRedis(programs.redis));
  const postgres = stack.use(await startPostgres(programs.postgres));
  const borrowed = stack.move();
  return {
    environment: { ...environmentOf({ pulsar, neo4j, qdrant, redis, postgres }), ...pulsar.environment },
    [Symbol.asyncDispose]: () => borrowed.disposeAsync(),
  };
}
