import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../free-ports.ts';
import { type RedisServer, startRedis } from './redis.ts';

/** A Redis Cluster of three masters. */
export interface RedisCluster extends AsyncDisposable {
  readonly nodes: readonly RedisServer[];
  /** `redis://127.0.0.1:port,127.0.0.1:port,127.0.0.1:port` */
  readonly url: string;
  readonly password: string;
}

const slots = 16_384;

/** Starts three masters and shares the slots among them; resolves when each of them knows all. */
export async function startRedisCluster(program: string): Promise<RedisCluster> {
  await using stack = new AsyncDisposableStack();
  const busPorts = await freePorts(3);
  const nodes: RedisServer[] = [];
  for (const busPort of busPorts) {
    const settings = { 'cluster-enabled': 'yes', 'cluster-port': String(busPort), 'cluster-node-timeout': '2000' };
    nodes.push(stack.use(await startRedis(program, settings)));
  }
  const [first] = nodes as [RedisServer, ...RedisServer[]];
  for (const [i, node] of nodes.entries()) {
    const from = Math.floor((i * slots) / nodes.length);
    const to = Math.floor(((i + 1) * slots) / nodes.length) - 1;
    await node.ask(`CLUSTER ADDSLOTSRANGE ${from} ${to}`);
    // Two that start at the same epoch would take turns until one gives way.
    await node.ask(`CLUSTER SET-CONFIG-EPOCH ${i + 1}`);
    if (node !== first) await node.ask(`CLUSTER MEET 127.0.0.1 ${first.port} ${busPorts[0]}`);
  }
  const until = Date.now() + 60_000;
  while (!(await Promise.all(nodes.map(knowsAll))).every(Boolean)) {
    if (Date.now() > until) throw new Error(`The Redis Cluster did not form: ${await first.ask('CLUSTER INFO')}`);
    await delay(50);
  }
  const cluster = stack.move();
  return {
    nodes,
    url: `redis://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    password: first.password,
    [Symbol.asyncDispose]: () => cluster.disposeAsync(),
  };
}

async function knowsAll(node: RedisServer): Promise<boolean> {
  const info = await node.ask('CLUSTER INFO');
  return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3');
}
