import { DirectoryInUse } from '@agent-mem/sqlite';
import { type Fleet, openFleet } from '../fleet.ts';
import { startLogger } from '../log.ts';
import { StartFailed } from '../refusal.ts';
import { startLines } from '../start-lines.ts';
import type { Terminal } from '../terminal.ts';

/** Hosts services until SIGINT or SIGTERM, then finishes what runs and closes. */
export async function start(names: readonly string[], environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  const stopped = terminal.untilStopped();
  await using fleet = await owningFleet(names, environment);
  for (const line of startLines(fleet)) terminal.print(line);
  await stopped;
  terminal.print('Stopping: finishing what runs (Ctrl-C again to stop at once)');
  return 0;
}

async function owningFleet(names: readonly string[], environment: Terminal['environment']): Promise<Fleet> {
  try {
    return await openFleet({ services: names, environment, log: startLogger(environment, 'info') });
  } catch (error) {
    if (error instanceof DirectoryInUse)
      throw new StartFailed(
        `${error.message}, and stores of sqlite: belong to one process (host what shares them there, attach to it with "chat", or set another DATA_DIR)`,
      );
    throw error;
  }
}
