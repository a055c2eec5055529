import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startFleet } from '@agent-mem/testing';
import { type FleetProcess, type FleetProcessOptions, spawnFleet, startFleetProcess } from '../../process/fleet-process.ts';

/** The installed sources of an earlier version. */
export interface Checkout {
  readonly version: string;
  /** Starts its program with a clock that begins at this time (ISO 8601). */
  start(at: string, options: FleetProcessOptions): Promise<FleetProcess>;
  /** Runs one of its commands on a folder to the end. */
  command(at: string, folder: string, args: readonly string[]): Promise<void>;
  /** Its fleet in this process, on a clock that is given. */
  readonly startFleet: typeof startFleet;
}

/** Opens a checkout; its dependencies must be installed. */
export async function openCheckout(directory: string): Promise<Checkout> {
  const { version } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as { version: string };
  const testing = pathToFileURL(join(directory, 'packages/testing/src/index.ts')).href;
  // It is an earlier state of the same package; what is used of it here is what both have.
  const { startFleet: startOther } = (await import(testing)) as { startFleet: typeof startFleet };
  const dated = (at: string, options: FleetProcessOptions): FleetProcessOptions => ({
    ...options,
    program: join(directory, 'services/fleet/main.ts'),
    environment: {
      SWEEP_SECONDS: '0',
      ...options.environment,
      NODE_OPTIONS: `--import ${new URL('./shifted-clock.ts', import.meta.url)}`,
      CLOCK_STARTS_AT: at,
    },
  });
  return {
    version,
    startFleet: startOther,
    start: (at, options) => startFleetProcess(dated(at, options)),
    async command(at, folder, args) {
      await using process = spawnFleet(dated(at, { directory: folder, args }));
      const [code] = await once(process.child, 'close');
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${process.errors()}`);
    },
  };
}
