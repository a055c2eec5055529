import { systemClock } from '@agent-mem/contract';
import type { OpenedKeyValue } from '@agent-mem/storage/contract-suite';
import { Redis } from 'ioredis';
import { openRedisKeyValue } from '../src/index.ts';

/** How much longer everything lives, so that nothing ends by itself while a slow machine runs a test. */
const stretch = 600;

/** Opens a KeyValue whose time is turned by hand: every key's end is brought nearer, in the real Redis. */
export async function openTurned(url: string, password: string): Promise<OpenedKeyValue> {
  const prefix = `${crypto.randomUUID()}:`;
  const store = openRedisKeyValue({ url, password, prefix, clock: systemClock });
  const longer = <Options extends { readonly ttlMs?: number }>(options: Options = {} as Options): Options =>
    options.ttlMs === undefined ? options : { ...options, ttlMs: options.ttlMs * stretch };
  return {
    store: {
      ...store,
      set: (scope, key, value, options) => store.set(scope, key, value, longer(options)),
      compareAndSet: (scope, key, version, value, options) => store.compareAndSet(scope, key, version, value, longer(options)),
      append: (scope, key, values, options) => store.append(scope, key, values, longer(options)),
      acquire: (scope, key, holder, ttlMs) => store.acquire(scope, key, holder, ttlMs * stretch),
    },
    passTime: (ms) => passTime(url, password, prefix, ms * stretch),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

async function passTime(url: string, password: string, prefix: string, ms: number): Promise<void> {
  for (const host of url.replace('redis://', '').split(',')) {
    const client = new Redis(`redis://${host}`, { password, protocol: 2 });
    let cursor = '0';
    do {
      const [next, keys] = await client.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1_000);
      for (const key of keys) {
        const left = await client.pttl(key);
        if (left >= 0) await client.pexpire(key, left - ms);
      }
      cursor = next;
    } while (cursor !== '0');
    client.disconnect();
  }
}
