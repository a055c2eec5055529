import { once } from 'node:events';
import { temporaryDirectory } from '@agent-mem/testing';
import { spawnFleet } from './fleet-process.ts';

/** Prepares a broker as an operator does, by `init`. Throws with what the program complained of. */
export async function pulsarInit(busUrl: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  await using directory = await temporaryDirectory();
  await using init = spawnFleet({ directory: directory.path, args: ['init'], environment: { ...environment, BUS_URL: busUrl } });
  const [code] = await once(init.child, 'close');
  if (code !== 0) throw new Error(`init ended with ${code}: ${init.errors()}`);
}
