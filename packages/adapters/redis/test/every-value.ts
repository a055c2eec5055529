import { Redis } from 'ioredis';

/** All keys of a database with what stands under them, as one text. */
export async function everyValue(server: { readonly url: string; readonly password: string }): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const client = new Redis({ host: hostname, port: Number(port), password: server.password });
  try {
    const texts: string[] = [];
    for (const key of await client.keys('*')) {
      const content: Readonly<Record<string, () => Promise<unknown>>> = {
        hash: () => client.hgetall(key),
        list: () => client.lrange(key, 0, -1),
        string: () => client.get(key),
        zset: () => client.zrange(key, '0', '-1'),
      };
      texts.push(JSON.stringify([key, await content[await client.type(key)]?.()]));
    }
    return texts.join('\n');
  } finally {
    client.disconnect();
  }
}
