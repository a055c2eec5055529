import { DirectoryInUse } from '@agent-mem/sqlite/file';
import type { Terminal } from '../command-line/terminal.ts';
import { beginFleet, type StartingFleet } from '../fleet.ts';
import { startLogger } from '../log.ts';
import { StartFailed } from '../refusal.ts';
import { startLines, startWarnings } from '../start/lines.ts';

/** Hosts services until SIGINT or SIGTERM, also while they wait for their servers, then finishes what runs and closes. */
export async function start(
  names: readonly string[],
  environment: Terminal['environment'],
  terminal: Terminal,
  given: { readonly newData: boolean },
): Promise<0> {
  let isStopped = false;
  const stopped = terminal.untilStopped().then(() => {
    isStopped = true;
  });
  await using fleet = await owningFleet(names, environment, given);
  const over = Promise.race([stopped, fleet.refused]);
  await Promise.race([fleet.serving, fleet.waiting, over]);
  if (!isStopped) sayWhereItListens(fleet, terminal);
  await over;
  terminal.print('Stopping: finishing what runs (Ctrl-C again to stop at once)');
  return 0;
}

function sayWhereItListens(fleet: StartingFleet, terminal: Terminal): void {
  for (const line of startLines(fleet)) terminal.print(line);
  for (const reason of fleet.reasons) terminal.print(`Waiting for ${reason}`);
  for (const line of startWarnings(fleet)) terminal.complain(line);
}

async function owningFleet(
  names: readonly string[],
  environment: Terminal['environment'],
  given: { readonly newData: boolean },
): Promise<StartingFleet> {
  try {
    return await beginFleet({ ...given, services: names, environment, log: startLogger(environment, 'info') }, null);
  } catch (error) {
    if (error instanceof DirectoryInUse)
      throw new StartFailed(
        `${error.message}, and stores of sqlite: belong to one process (host what shares them there, attach to it with "chat", or set another DATA_DIR)`,
      );
    throw error;
  }
}
